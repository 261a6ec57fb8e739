import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { OneMaking } from "./one-making.js";

export interface CachedFile {
  handle: FileHandle;
  size: number;
}

interface FoundFile {
  path: string;
  size: number;
  usedAt: number;
}

/** Writes the file. The signal says that nobody waits for it any more. */
export type MakeFile = (path: string, signal: AbortSignal) => Promise<void>;

const inTheMaking = "making-";
const abandonedAfter = 3_600_000;

/**
 * Files that can be made again, in one folder, never more than so many bytes: who was not asked for longest goes
 * first. A file's modification time says when it was last used, so the order outlives a restart and holds for
 * several processes on one folder. Each name is made once, however many ask for it at the same time.
 */
export class VariantCache {
  readonly #making = new Map<string, OneMaking>();
  #bytes: number | null = null;
  #bytesSinceCount = 0;
  #storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {}

  /** The caller closes the handle. A file that is pushed out meanwhile stays readable through it. */
  async open(name: string, make: MakeFile, signal?: AbortSignal): Promise<CachedFile> {
    for (;;) {
      const found = await this.#openExisting(name);
      if (found) return found;
      const making = this.#makeOnce(name, make);
      await making.wait(signal).catch((error: unknown) => {
        if (signal?.aborted || !making.wasAbandoned(error)) throw error;
      });
    }
  }

  async #openExisting(name: string): Promise<CachedFile | null> {
    const handle = await open(join(this.folder, name), "r").catch((error) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (!handle) return null;
    const now = new Date();
    await handle.utimes(now, now);
    return { handle, size: (await handle.stat()).size };
  }

  #makeOnce(name: string, make: MakeFile): OneMaking {
    const running = this.#making.get(name);
    if (running) return running;
    const making = new OneMaking((signal) =>
      this.#make(name, make, signal).finally(() => this.#making.delete(name)),
    );
    this.#making.set(name, making);
    return making;
  }

  async #make(name: string, make: MakeFile, signal: AbortSignal): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const temporary = join(this.folder, inTheMaking + randomBytes(8).toString("hex"));
    try {
      await make(temporary, signal);
      const { size } = await stat(temporary);
      await this.#store(temporary, name, size);
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
  }

  /** One at a time, so that the sum stays right. */
  #store(temporary: string, name: string, size: number): Promise<void> {
    const stored = this.#storing.then(async () => {
      await this.#makeRoom(size);
      await rename(temporary, join(this.folder, name));
      this.#bytes = (this.#bytes ?? 0) + size;
      this.#bytesSinceCount += size;
    });
    this.#storing = stored.catch(() => {});
    return stored;
  }

  async #makeRoom(size: number): Promise<void> {
    // Other processes write too: count anew at the latest when a sixteenth of the room may have been taken.
    const isKnown = this.#bytes !== null && this.#bytesSinceCount < this.maxBytes / 16;
    if (isKnown && this.#bytes! + size <= this.maxBytes) return;
    const files = await this.#count();
    if (this.#bytes! + size <= this.maxBytes) return;
    // Some more than needed, so that not every new file has to look for room.
    const aim = Math.max(0, this.maxBytes * 0.9 - size);
    for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (this.#bytes! <= aim) break;
      await unlink(file.path).catch(() => {});
      this.#bytes! -= file.size;
    }
  }

  async #count(): Promise<FoundFile[]> {
    const files: FoundFile[] = [];
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const facts = await stat(path).catch(() => null);
      if (!facts?.isFile()) continue;
      if (!name.startsWith(inTheMaking)) files.push({ path, size: facts.size, usedAt: facts.mtimeMs });
      else if (Date.now() - facts.mtimeMs > abandonedAfter) await unlink(path).catch(() => {});
    }
    this.#bytes = files.reduce((sum, file) => sum + file.size, 0);
    this.#bytesSinceCount = 0;
    return files;
  }
}
