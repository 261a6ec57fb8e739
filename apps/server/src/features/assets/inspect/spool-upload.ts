import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { TextDecoder } from "node:util";
import { ApiError } from "../../../api/api-error.js";
import { asDiskFailure } from "../../../storage/disk-failure.js";
import { sniffedBytes } from "./sniff-binary.js";

/** What the stream showed while it passed. */
export interface SpooledFile {
  path: string;
  size: number;
  /** Hexadecimal SHA-256. */
  sha256: string;
  head: Buffer;
  /** The first characters, or null when the file is not UTF-8 text throughout. */
  text: string | null;
}

const sniffedCharacters = 65_536;
/** Bytes that no text holds. @see WHATWG MIME Sniffing, "binary data byte" */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binaryBytes = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/**
 * Writes an upload to a temporary file, chunk by chunk, and refuses it at the first byte too many. The source is
 * left as it is then, so that the listener can still answer on its socket.
 */
export async function spoolUpload(source: Readable, folder: string, maxBytes: number): Promise<SpooledFile> {
  return spool(source, folder, maxBytes).catch((error: unknown) => {
    throw asDiskFailure(error, folder);
  });
}

async function spool(source: Readable, folder: string, maxBytes: number): Promise<SpooledFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomBytes(16).toString("hex"));
  const handle = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  const heads: Buffer[] = [];
  const text = new TextWatch();
  let size = 0;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size + chunk.length > maxBytes) throw tooLarge(maxBytes);
      if (size < sniffedBytes) heads.push(chunk.subarray(0, sniffedBytes - size));
      size += chunk.length;
      hash.update(chunk);
      text.see(chunk);
      await handle.appendFile(chunk);
    }
  } catch (error) {
    await handle.close();
    await discardSpooled(path);
    throw error;
  }
  await handle.close();
  return { path, size, sha256: hash.digest("hex"), head: Buffer.concat(heads), text: text.end() };
}

export async function discardSpooled(path: string): Promise<void> {
  await unlink(path).catch(() => {});
}

export function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    "PAYLOAD_TOO_LARGE",
    `The file is larger than ${maxBytes} bytes, the most this server takes. Upload a smaller one, or have the operator raise the limit.`,
  );
}

/** Follows whether the bytes are UTF-8 text, without keeping more than the start of it. */
class TextWatch {
  #decoder: TextDecoder | null = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #start = "";

  see(chunk: Buffer): void {
    this.#decode((decoder) => decoder.decode(chunk, { stream: true }));
  }

  end(): string | null {
    this.#decode((decoder) => decoder.decode());
    return this.#decoder && this.#start;
  }

  #decode(step: (decoder: TextDecoder) => string): void {
    if (!this.#decoder) return;
    try {
      const text = step(this.#decoder);
      if (binaryBytes.test(text)) this.#decoder = null;
      else if (this.#start.length < sniffedCharacters) this.#start += text.slice(0, sniffedCharacters);
    } catch {
      this.#decoder = null;
    }
  }
}
