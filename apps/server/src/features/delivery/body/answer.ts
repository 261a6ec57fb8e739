import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Body } from "./body-writer.js";
import type { Encoding } from "./negotiate.js";

/** One encoding of an answer, with its headers ready to be sent: names and values by turns. */
export interface Representation {
  ok: readonly string[];
  notModified: readonly string[];
  /** Undefined until somebody asked for it. A large body is kept as gzip, and unpacked for who wants it plain. */
  content: Content | undefined;
}

export type Content = Buffer | { gzip: readonly Buffer[]; unpack: boolean };

/** Below, compressing costs more than it saves. */
const worthCompressing = 1024;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A whole answer with its headers, and the encodings of it that were asked for so far. */
export class Answer {
  readonly digest: string;
  #representations: Record<Encoding, Representation>;
  #making: Partial<Record<Encoding, Promise<Representation>>> = {};

  /** Called when an encoding was made and takes memory. */
  onGrowth: (() => void) | undefined;

  constructor(
    private readonly body: Body,
    modelRevision: number,
    private readonly commonHeaders: readonly string[],
  ) {
    this.digest = body.digest;
    const identity = this.#represent("identity", modelRevision);
    const isSmall = body.size < worthCompressing;
    const gzip = isSmall ? identity : this.#represent("gzip", modelRevision);
    // Nearly everyone who reads br reads gzip too, and a large body is kept once.
    const br = isSmall ? identity : "gzip" in body ? gzip : this.#represent("br", modelRevision);
    this.#representations = { identity, gzip, br };
  }

  /** What it takes of memory, roughly. */
  get bytes(): number {
    const kept = new Set(Object.values(this.#representations).map(({ content }) => content));
    let bytes = 2_048;
    if ("gzip" in this.body) for (const chunk of this.body.gzip) bytes += chunk.length;
    for (const content of kept) if (Buffer.isBuffer(content)) bytes += content.length;
    return bytes;
  }

  representation(encoding: Encoding): Representation {
    return this.#representations[encoding];
  }

  /** Makes an encoding, once however many ask for it. */
  make(encoding: Encoding): Promise<Representation> {
    const representation = this.#representations[encoding];
    this.#making[encoding] ??= this.#compress(encoding).then((content) => {
      representation.content = content;
      representation.ok = withLength(representation.ok, content.length);
      delete this.#making[encoding];
      this.onGrowth?.();
      return representation;
    });
    return this.#making[encoding];
  }

  #compress(encoding: Encoding): Promise<Buffer> {
    if (!("bytes" in this.body)) throw new Error("A large body is compressed while it is built.");
    const { bytes } = this.body;
    if (encoding === "gzip") return gzipped(bytes);
    // Quality 5 takes a fortieth of the time of 11 and is a tenth larger.
    const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size } = constants;
    return brotli(bytes, { params: { [quality]: 5, [size]: bytes.length } });
  }

  #represent(encoding: Encoding, modelRevision: number): Representation {
    const { body } = this;
    const etag = encoding === "identity" ? `"${body.digest}"` : `"${body.digest}-${encoding}"`;
    const notModified = [
      ...["etag", etag],
      ...["cache-control", "private, no-cache"],
      ...["vary", "Accept-Encoding"],
      ...["x-lintel-model-revision", String(modelRevision)],
      ...this.commonHeaders,
    ];
    const ok = [
      ...["content-type", "application/json; charset=utf-8"],
      ...(encoding === "identity" ? [] : ["content-encoding", encoding]),
      ...notModified,
    ];
    if ("bytes" in body) {
      return encoding === "identity"
        ? { ok: withLength(ok, body.size), notModified, content: body.bytes }
        : { ok, notModified, content: undefined };
    }
    const unpack = encoding === "identity";
    const length = unpack ? body.size : body.gzip.reduce((sum, chunk) => sum + chunk.length, 0);
    return { ok: withLength(ok, length), notModified, content: { gzip: body.gzip, unpack } };
  }
}

const withLength = (head: readonly string[], length: number): string[] => [
  ...head,
  "content-length",
  String(length),
];
