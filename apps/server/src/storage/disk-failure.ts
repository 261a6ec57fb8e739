import { StorageFailure } from "./object-store.js";

/** What a disk says when it cannot serve now, by the system's codes, with the remedy. */
const remedies: Record<string, string> = {
  ENOSPC: "The disk is full. Free space.",
  EDQUOT: "The user's disk quota is used up. Raise it or free space.",
  EIO: "The disk failed to read or write. Check it.",
  EROFS: "The disk is read-only. Mount it for writing.",
  EACCES: "The service's user may not use this folder. Give it the right.",
  EPERM: "The service's user may not use this folder. Give it the right.",
  ENOTDIR: "A file stands where a folder is needed. Move it away.",
  EMFILE: "Too many files are open. Raise the limit of open files.",
  ENFILE: "Too many files are open. Raise the limit of open files.",
};

/** Turns an error of the disk into a failure of the store; leaves every other as it is. */
export function asDiskFailure(error: unknown, folder: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const remedy = Object.hasOwn(remedies, code) ? remedies[code] : undefined;
  return remedy ? new StorageFailure(`${folder}: ${remedy}`, { cause: error }) : error;
}
