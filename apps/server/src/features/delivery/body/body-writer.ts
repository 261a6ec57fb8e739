import { createHash } from "node:crypto";
import { once } from "node:events";
import { createGzip, type Gzip } from "node:zlib";
import { badRequest } from "../../../api/api-error.js";

/** A whole answer. A large one is held compressed alone: it never stands in memory as readers get it. */
export type Body = { digest: string; size: number } & ({ bytes: Buffer } | { gzip: Buffer[] });

/** From here on a body is compressed while it is written. */
const largeBytes = 1024 * 1024;
const mostBytes = 256 * 1024 * 1024;

/** Collects a body piece by piece, and hashes it on the way. */
export class BodyWriter {
  #hash = createHash("sha256");
  #size = 0;
  #pieces: Buffer[] = [];
  #gzip: Gzip | undefined;
  #compressed: Buffer[] = [];

  /** Resolves when there is room for more. */
  async write(text: string): Promise<void> {
    const piece = Buffer.from(text);
    this.#hash.update(piece);
    this.#size += piece.length;
    if (this.#size > mostBytes) throw tooLarge();
    if (!this.#gzip) {
      this.#pieces.push(piece);
      if (this.#size > largeBytes) await this.#startCompressing();
    } else if (!this.#gzip.write(piece)) {
      await once(this.#gzip, "drain");
    }
  }

  async end(): Promise<Body> {
    const gzip = this.#gzip;
    if (gzip) {
      gzip.end();
      await once(gzip, "end");
    }
    const whole = { digest: this.#hash.digest("base64url").slice(0, 27), size: this.#size };
    return gzip ? { ...whole, gzip: this.#compressed } : { ...whole, bytes: join(this.#pieces) };
  }

  /** Frees what the compressor holds of a body that will not be finished. */
  abandon(): void {
    this.#gzip?.destroy();
  }

  async #startCompressing(): Promise<void> {
    const gzip = createGzip();
    this.#gzip = gzip.on("data", (chunk: Buffer) => this.#compressed.push(chunk));
    for (const piece of this.#pieces.splice(0)) if (!gzip.write(piece)) await once(gzip, "drain");
  }
}

const join = (pieces: Buffer[]): Buffer => (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));

const tooLarge = () =>
  badRequest([
    {
      path: "limit",
      message: `The answer is larger than ${mostBytes / 1024 / 1024} MiB. Ask for fewer entries with \`limit\` and \`cursor\`, or for fewer \`fields\`.`,
    },
  ]);
