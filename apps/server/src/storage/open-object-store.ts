import { DiskStore } from "./disk-store.js";
import type { ObjectStore } from "./object-store.js";
import type { S3Settings } from "./s3-settings.js";
import { S3Store } from "./s3-store.js";

export type StorageSettings = { driver: "disk"; folder: string } | ({ driver: "s3" } & S3Settings);

export function openObjectStore(settings: StorageSettings): ObjectStore {
  return settings.driver === "disk" ? new DiskStore(settings.folder) : new S3Store(settings);
}
