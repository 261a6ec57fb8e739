/** Where a text stops being JSON, and what is wrong there. */
export interface JsonError {
  line: number;
  column: number;
  message: string;
}

/**
 * Finds the first error of a text that `JSON.parse` refused. V8 names a position for some errors only, so this reads
 * the text once more; it runs for refused bodies alone.
 */
export function findJsonError(text: string): JsonError | undefined {
  const scanner = new Scanner(text);
  try {
    scanner.scan();
    return undefined;
  } catch (error) {
    if (error instanceof Found) return { ...place(text, scanner.offset), message: error.message };
    throw error;
  }
}

class Found extends Error {}

type Expected = "a value" | "a value or ]" | "a key in double quotes" | "a key in double quotes or }";

const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

class Scanner {
  offset = 0;
  #open: ("{" | "[")[] = [];

  constructor(private readonly text: string) {}

  scan(): void {
    let expected: Expected = "a value";
    for (;;) {
      expected = this.#value(expected) ?? this.#separator() ?? "a value";
      if (this.#done) return;
    }
  }

  #done = false;

  /** Reads a value or what opens or closes one. Answers what is due next, or nothing where a separator is. */
  #value(expected: Expected): Expected | undefined {
    const character = this.#next(expected);
    if (character === "}" && expected.endsWith("}")) return this.#close();
    if (expected.startsWith("a key")) {
      if (character !== '"') this.#fail(character, expected);
      this.#string();
      if (this.#next("a colon") !== ":") this.#fail(this.text[this.offset], "a colon");
      this.offset += 1;
      return "a value";
    }
    if (character === "]" && expected.endsWith("]")) return this.#close();
    if (character === "{" || character === "[") {
      this.#open.push(character);
      this.offset += 1;
      return character === "{" ? "a key in double quotes or }" : "a value or ]";
    }
    if (character === '"') this.#string();
    else {
      scalar.lastIndex = this.offset;
      const [found] = scalar.exec(this.text) ?? [];
      if (found === undefined) this.#fail(character, expected);
      this.offset += found?.length ?? 0;
    }
    return undefined;
  }

  #close(): undefined {
    this.#open.pop();
    this.offset += 1;
  }

  /** Reads what may stand behind a value. Closing ends values, so there may be several. */
  #separator(): Expected | undefined {
    for (;;) {
      const within = this.#open.at(-1);
      if (!within) return this.#end();
      const due = within === "{" ? "a comma or }" : "a comma or ]";
      const character = this.#next(due);
      if (character === ",") {
        this.offset += 1;
        return within === "{" ? "a key in double quotes" : "a value";
      }
      if (character !== (within === "{" ? "}" : "]")) this.#fail(character, due);
      this.#close();
    }
  }

  #end(): undefined {
    this.#skipSpace();
    if (this.offset < this.text.length) this.#fail(this.text[this.offset], "nothing more");
    this.#done = true;
  }

  #string(): void {
    for (this.offset += 1; this.offset < this.text.length; this.offset++) {
      const character = this.text[this.offset]!;
      if (character === '"') {
        this.offset += 1;
        return;
      }
      if (character < " ") throw new Found("a control character in a string must be escaped");
      if (character !== "\\") continue;
      const [escaped] =
        /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(this.text.slice(this.offset + 1, this.offset + 6)) ?? [];
      if (escaped === undefined) throw new Found("a backslash escapes what it cannot");
      this.offset += escaped.length;
    }
    throw new Found("the text ends inside a string");
  }

  #next(due: string): string {
    this.#skipSpace();
    const character = this.text[this.offset];
    if (character === undefined) throw new Found(`the text ends where ${due} is due`);
    return character;
  }

  #skipSpace(): void {
    while (" \t\n\r".includes(this.text[this.offset] || "x")) this.offset += 1;
  }

  #fail(character: string | undefined, due: string): never {
    throw new Found(`${JSON.stringify(character)} stands where ${due} is due`);
  }
}

function place(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
