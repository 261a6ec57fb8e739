import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { asDiskFailure } from "./disk-failure.js";
import {
  assertObjectKey,
  assertPrefix,
  type ByteRange,
  exactly,
  isObjectKey,
  type ListedObject,
  type NewObject,
  type ObjectFacts,
  type ObjectKey,
  ObjectMissing,
  type ObjectStore,
} from "./object-store.js";

/** Where content stands until it is whole. `list("incoming/")` shows what a crash left there. */
const incoming = "incoming";

export class DiskStore implements ObjectStore {
  constructor(private readonly root: string) {}

  async put(key: ObjectKey, content: Readable, object: NewObject): Promise<void> {
    const target = this.#pathOf(key);
    const temporary = this.#pathOf(`${incoming}/${randomBytes(16).toString("hex")}`);
    try {
      await makeFolder(dirname(temporary));
      await writeDurably(temporary, content, object.size);
      await makeFolder(dirname(target));
      await rename(temporary, target);
      await syncFolder(dirname(target));
    } catch (error) {
      content.destroy();
      await unlink(temporary).catch(() => {});
      throw asDiskFailure(error, this.root);
    }
  }

  async get(
    key: ObjectKey,
    { range, signal }: { range?: ByteRange; signal?: AbortSignal } = {},
  ): Promise<Readable> {
    const path = this.#pathOf(key);
    const handle = await open(path, "r").catch((error) => {
      throw isMissing(error) ? new ObjectMissing(key) : asDiskFailure(error, this.root);
    });
    return createReadStream(path, { fd: handle, ...range, ...(signal && { signal }) });
  }

  async head(key: ObjectKey): Promise<ObjectFacts | null> {
    try {
      const { size, mtime } = await stat(this.#pathOf(key));
      return { size, modifiedAt: mtime };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async delete(key: ObjectKey): Promise<void> {
    await unlink(this.#pathOf(key)).catch((error) => {
      if (!isMissing(error)) throw error;
    });
  }

  async *list(prefix: `${string}/`): AsyncGenerator<ListedObject> {
    assertPrefix(prefix);
    yield* this.#walk(prefix.slice(0, -1));
  }

  async *#walk(folder: string): AsyncGenerator<ListedObject> {
    const found = await readdir(join(this.root, folder), { withFileTypes: true }).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const item of found) {
      const key = `${folder}/${item.name}`;
      if (item.isDirectory()) yield* this.#walk(key);
      else if (item.isFile() && isObjectKey(key)) {
        const facts = await this.head(key);
        if (facts) yield { key, ...facts };
      }
    }
  }

  #pathOf(key: ObjectKey): string {
    assertObjectKey(key);
    return join(this.root, ...key.split("/"));
  }
}

async function writeDurably(path: string, content: Readable, size: number): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const chunk of exactly(content, size)) await handle.appendFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new folder is safe only when the folder that holds it is on disk too. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (!first) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder))
    await syncFolder(dirname(folder));
}

async function syncFolder(path: string): Promise<void> {
  // Windows has no way to do it, and keeps directory entries in its journal.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
