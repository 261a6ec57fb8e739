import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectKey } from "../../../storage/object-store.js";
import type { AssetServices } from "../asset-services.js";
import { assetObjects, type FileOwner, ownerOf } from "../storage-key.js";
import { findOrganizations, findOwners } from "../store.js";

/** Files looked up in one query. */
const batch = 500;
/** An upload writes its row within moments of its file; this leaves room for any clock. */
const restMilliseconds = 3_600_000;

/** What the disk store calls content that is not whole yet. */
const halfWritten = /^incoming\/[0-9a-f]{32}$/;

type Found = FileOwner & { key: ObjectKey };

/**
 * Removes files that no row speaks of: what a crash between file and row left behind, the halves of uploads, and
 * the files of purged assets. Never the other way round: a row without a file is data lost, and is not touched. Nor
 * are the files of organizations that are not in this database: the bucket may serve another deployment too.
 */
export async function sweepFiles(services: AssetServices, now = new Date()): Promise<{ removed: number }> {
  const { store, spoolFolder } = services.uploads;
  const before = new Date(now.getTime() - restMilliseconds);
  let removed = 0;

  let found: Found[] = [];
  const removeOrphans = async () => {
    const { database } = services;
    const owners = new Set((await findOwners(database, found)).map(({ id }) => id));
    const ours = await findOrganizations(database, found);
    for (const { id, organizationId, key } of found) {
      if (owners.has(id) || !ours.has(organizationId)) continue;
      await store.delete(key);
      removed += 1;
    }
    found = [];
  };

  for await (const { key, modifiedAt } of store.list(assetObjects)) {
    const owner = ownerOf(key);
    if (!owner || modifiedAt >= before) continue;
    found.push({ ...owner, key });
    if (found.length === batch) await removeOrphans();
  }
  await removeOrphans();

  for await (const { key, modifiedAt } of store.list("incoming/")) {
    if (!halfWritten.test(key) || modifiedAt >= before) continue;
    await store.delete(key);
    removed += 1;
  }

  removed += await sweepFolder(spoolFolder, before);
  if (removed > 0) services.log.info({ removed }, "Removed files that no asset speaks of.");
  return { removed };
}

/** The uploads and originals that a crash left in the waiting room. */
async function sweepFolder(folder: string, before: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => null);
    if (!facts?.isFile() || facts.mtime >= before) continue;
    await unlink(path).catch(() => {});
    removed += 1;
  }
  return removed;
}
