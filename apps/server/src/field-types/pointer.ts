import { type Id, type IdKind, isId } from "@lintel/contract";
import { accept, defineFieldType, type FieldType, type Operand, refuse } from "./field-type.js";
import { describe } from "./plain-text.js";

type PointedKind = "entry" | "asset" | "user";

/** The kinds of things that values point to, in words for messages. */
const words = {
  entry: 'the id of an entry ("ent_…")',
  asset: 'the id of an asset ("ast_…")',
  user: 'the id of a member ("usr_…")',
} as const satisfies Partial<Record<IdKind, string>>;

export const notAnId = (kind: PointedKind, input: unknown): string =>
  `Expected ${words[kind]}, got ${describe(input)}.`;

/** Reads what points to something: its id, or an object that carries it, as readers get it. */
export function readId(input: unknown): unknown {
  return typeof input === "object" && input !== null && Object.hasOwn(input, "id") && "id" in input
    ? input.id
    : input;
}

export function idOperand(kind: PointedKind, operand: string): Operand {
  return isId(kind, operand) ? { ok: true, key: operand } : { ok: false, message: notAnId(kind, operand) };
}

/** A type whose value is the id of one other thing. */
export function definePointer<K extends PointedKind>(
  kind: K,
  definition: Pick<FieldType<Id<K>>, "type" | "shape" | "uses" | "resolve" | "links">,
): FieldType {
  return defineFieldType<Id<K>>({
    ...definition,
    storage: "values",
    empty: null,
    parse(input) {
      const id = readId(input);
      if (id === "") return accept<Id<K>>(null);
      return isId(kind, id) ? accept(id) : refuse(notAnId(kind, input));
    },
    index: {
      column: "text",
      operators: ["eq", "ne", "in", "nin", "exists"],
      sortable: false,
      cells: (stored) => [{ text: stored }],
      operand: (operand) => idOperand(kind, operand),
    },
    toPlain: (stored) => stored,
    // A list of one is that one.
    fromPlain: (plain) => (Array.isArray(plain) ? (plain.length === 1 ? plain[0] : undefined) : plain),
  });
}
