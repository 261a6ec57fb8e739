import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import {
  assertObjectKey,
  assertPrefix,
  type ByteRange,
  exactly,
  type ListedObject,
  type NewObject,
  type ObjectFacts,
  type ObjectKey,
  ObjectMissing,
  type ObjectStore,
  StorageFailure,
} from "./object-store.js";
import { readListPage } from "./s3-list.js";
import { createS3Sender, type SendToS3 } from "./s3-request.js";
import type { S3Settings } from "./s3-settings.js";

export class S3Store implements ObjectStore {
  readonly #send: SendToS3;

  constructor(settings: S3Settings) {
    this.#send = createS3Sender(settings);
  }

  async put(key: ObjectKey, content: Readable, object: NewObject): Promise<void> {
    assertObjectKey(key);
    try {
      const response = await this.#send({
        method: "PUT",
        key,
        headers: {
          "content-type": object.contentType,
          "content-length": String(object.size),
          // Signed with the request and checked by the store against what arrived.
          "x-amz-content-sha256": object.sha256,
        },
        body: Readable.toWeb(Readable.from(exactly(content, object.size))) as ReadableStream<Uint8Array>,
      });
      await response.body?.cancel();
      if (!response.ok) throw new StorageFailure(`S3 knows no such bucket. Create it, or correct S3_BUCKET.`);
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async get(
    key: ObjectKey,
    { range, signal }: { range?: ByteRange; signal?: AbortSignal } = {},
  ): Promise<Readable> {
    assertObjectKey(key);
    const response = await this.#send({
      method: "GET",
      key,
      ...(range && { headers: { range: `bytes=${range.start}-${range.end}` } }),
      signal,
    });
    if (response.status === 404 || !response.body) {
      await response.body?.cancel();
      throw new ObjectMissing(key);
    }
    if (range && response.status !== 206) {
      await response.body.cancel();
      throw new StorageFailure(`S3 answered ${response.status} to a range of "${key}", not 206.`);
    }
    return Readable.fromWeb(response.body as NodeReadableStream);
  }

  async head(key: ObjectKey): Promise<ObjectFacts | null> {
    assertObjectKey(key);
    const response = await this.#send({ method: "HEAD", key });
    if (response.status === 404) return null;
    return {
      size: Number(response.headers.get("content-length")),
      modifiedAt: new Date(response.headers.get("last-modified") ?? Number.NaN),
    };
  }

  async delete(key: ObjectKey): Promise<void> {
    assertObjectKey(key);
    const response = await this.#send({ method: "DELETE", key });
    await response.body?.cancel();
  }

  async *list(prefix: `${string}/`): AsyncGenerator<ListedObject> {
    assertPrefix(prefix);
    let token: string | null = null;
    do {
      const query: Record<string, string> = { "list-type": "2", prefix };
      if (token) query["continuation-token"] = token;
      const response = await this.#send({ method: "GET", query });
      const page = readListPage(await response.text());
      yield* page.objects;
      token = page.next;
    } while (token);
  }
}
