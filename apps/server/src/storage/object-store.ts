import type { Readable } from "node:stream";

/**
 * The name of an object: lower-case words between slashes, always made by us, never taken from a person. Drivers
 * refuse anything else, so that no name can leave the folder or the bucket.
 */
export type ObjectKey = `${string}/${string}`;

export interface ObjectFacts {
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

export interface ListedObject extends ObjectFacts {
  key: ObjectKey;
}

/** What the writer knows of the content beforehand. A driver refuses content of another size. */
export interface NewObject {
  /** Bytes. */
  size: number;
  /** Hexadecimal SHA-256. */
  sha256: string;
  contentType: string;
}

/** First and last byte, both included, both within the object. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files live. Both drivers pass the same tests; see `object-store.test.ts`. */
export interface ObjectStore {
  /** Resolves when the object is there to stay. Until then, and after a failure, nothing is at the key. */
  put(key: ObjectKey, content: Readable, object: NewObject): Promise<void>;
  /** Resolves when the content begins to flow. Raises `ObjectMissing` when nothing is at the key. */
  get(key: ObjectKey, options?: { range?: ByteRange; signal?: AbortSignal }): Promise<Readable>;
  head(key: ObjectKey): Promise<ObjectFacts | null>;
  /** Succeeds when nothing was there. */
  delete(key: ObjectKey): Promise<void>;
  /** Every object of ours whose key starts with the prefix, in no particular order. What others put there is left out. */
  list(prefix: `${string}/`): AsyncIterable<ListedObject>;
}

export class ObjectMissing extends Error {
  constructor(readonly key: ObjectKey) {
    super(`The object store holds nothing at "${key}".`);
  }
}

/** The store itself failed: unreachable, refused, full. */
export class StorageFailure extends Error {}

const keyPattern = /^[a-z0-9]+(?:[_-][a-z0-9]+)*(?:\/[a-z0-9]+(?:[_-][a-z0-9]+)*)+$/;
const prefixPattern = /^(?:[a-z0-9]+(?:[_-][a-z0-9]+)*\/)+$/;

export function isObjectKey(key: string): key is ObjectKey {
  return key.length <= 200 && keyPattern.test(key);
}

export function assertObjectKey(key: string): asserts key is ObjectKey {
  if (!isObjectKey(key)) {
    throw new TypeError(
      `Not an object key: ${JSON.stringify(key)}. Keys are generated: lower-case letters and digits, "/", "-" and "_" between.`,
    );
  }
}

export function assertPrefix(prefix: string): void {
  if (prefix.length > 200 || !prefixPattern.test(prefix)) {
    throw new TypeError(`Not a prefix of object keys: ${JSON.stringify(prefix)}. It ends with "/".`);
  }
}

/** Passes the content on, and fails before the first byte too many or at the end when bytes are missing. */
export async function* exactly(content: Readable, size: number): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of content) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    seen += bytes.length;
    if (seen > size) break;
    yield bytes;
  }
  if (seen !== size)
    throw new StorageFailure(`Expected ${size} bytes of content, got ${seen > size ? "more" : seen}.`);
}
