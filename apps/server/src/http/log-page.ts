const bytes = 64 * 1024;
const handMilliseconds = 250;

/**
 * Gathers lines as bytes and hands them on together. A write a line would take longer than many of the answers that
 * the lines tell of; strings that wait would be copied from one generation of the heap to the next.
 */
export class LogPage {
  #page = Buffer.allocUnsafe(bytes);
  #used = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly next: (bytes: Buffer) => void) {}

  write(line: string): void {
    // A character takes three bytes of UTF-8 at most; two halves of a pair take four together.
    if (this.#used + line.length * 3 > bytes) this.hand();
    if (line.length * 3 > bytes) this.next(Buffer.from(line));
    else this.#used += this.#page.write(line, this.#used);
    this.#timer ??= setTimeout(() => this.hand(), handMilliseconds);
  }

  hand(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#used === 0) return;
    this.next(Buffer.from(this.#page.subarray(0, this.#used)));
    this.#used = 0;
  }
}
