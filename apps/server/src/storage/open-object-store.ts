import { DiskStore } from "./disk-store.js";
import type { ObjectStore } from "./object-store.js";
import type { S3Settings } from "./s3-settings.js";
import { S3Store } from "./s3-store.js";

/** The bucket when there are settings for one, the folder otherwise. */
export function openObjectStore(s3: S3Settings | undefined, folder: string): ObjectStore {
  return s3 ? new S3Store(s3) : new DiskStore(folder);
}
