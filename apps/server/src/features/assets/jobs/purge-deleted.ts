import { isObjectKey } from "../../../storage/object-store.js";
import type { AssetServices } from "../asset-services.js";
import { purgeAssets } from "../store.js";

/** Days in which a deletion can be taken back. */
const restoreDays = 30;
const batch = 200;

/**
 * Removes for good what was deleted longer ago than it can be restored: first the rows, committed, then the files.
 * A file that stays behind has no row any more, and the sweep removes it.
 */
export async function purgeDeletedAssets(
  { database, uploads, log }: AssetServices,
  now = new Date(),
): Promise<{ purged: number }> {
  const before = new Date(now.getTime() - restoreDays * 86_400_000);
  let purged = 0;
  for (;;) {
    const gone = await database.transaction((tx) => purgeAssets(tx, before, batch));
    for (const { storageKey } of gone) {
      if (!isObjectKey(storageKey)) continue;
      await uploads.store.delete(storageKey).catch((err: unknown) => {
        log.warn(
          { err, storageKey },
          "The file of a purged asset could not be removed; the sweep will try again.",
        );
      });
    }
    purged += gone.length;
    if (gone.length < batch) return { purged };
  }
}
