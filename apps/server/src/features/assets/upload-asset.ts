import type { Readable } from "node:stream";
import type { OrganizationId } from "@lintel/contract";
import type { ManagedAsset } from "@lintel/contract/management";
import { ApiError } from "../../api/api-error.js";
import { newId } from "../../db/new-id.js";
import { type ObjectKey, StorageFailure } from "../../storage/object-store.js";
import { requireStorage } from "../billing/require-storage.js";
import type { Actor } from "../changes/change.js";
import type { AssetServices } from "./asset-services.js";
import { fileStoreUnavailable } from "./file-store-unavailable.js";
import { inspectUpload } from "./inspect/inspect-upload.js";
import { toEventAsset, toManagedAsset } from "./manage-asset.js";
import { storageKeyOf } from "./storage-key.js";
import { insertAsset, readAsset } from "./store.js";

export interface Upload {
  content: Readable;
  /** What the client calls the file. */
  name: string;
  alt?: string | undefined;
}

/**
 * First the file, then its row: a row never points to nothing. When the row is refused the file goes at once; when
 * it is not known whether the row was committed it stays, and the sweep removes it if it has none.
 */
export async function uploadAsset(
  services: AssetServices,
  organizationId: OrganizationId,
  actor: Actor,
  { content, name, alt = "" }: Upload,
): Promise<ManagedAsset> {
  const id = newId("asset");
  const key = storageKeyOf(organizationId, id);
  const file = await inspectUpload(content, name, key, services.uploads).catch((error: unknown) => {
    if (!(error instanceof StorageFailure)) throw error;
    services.log.error({ err: error }, "The object store failed.");
    throw fileStoreUnavailable();
  });
  try {
    return await services.runChange(organizationId, actor, "shared", async (change) => {
      await requireStorage(change, services.plans, file.size);
      await insertAsset(change, { id, alt, ...file });
      const { contentType, size, sha256 } = file;
      change.audit("asset.created", id, { name: file.name, contentType, size, sha256 });
      change.event("asset.created", { asset: toEventAsset({ id, ...file }), restored: false });
      return toManagedAsset(services.origin, (await readAsset(change.tx, organizationId, id))!);
    });
  } catch (error) {
    if (wasRolledBack(error)) await removeFile(services, file.storageKey);
    throw error;
  }
}

async function removeFile({ uploads, log }: AssetServices, storageKey: ObjectKey): Promise<void> {
  await uploads.store.delete(storageKey).catch((err: unknown) => {
    log.warn({ err, storageKey }, "A file without a row could not be removed; the sweep will try again.");
  });
}

/**
 * Whether PostgreSQL itself, or we, refused the change. After a lost connection the commit may have succeeded all
 * the same.
 */
function wasRolledBack(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at instanceof ApiError) return true;
    // Left out: lost connections (08), shutdowns (57P) and "statement completion unknown" (40003).
    if ("code" in at && typeof at.code === "string" && /^(?!08|57P|40003)[0-9A-Z]{5}$/.test(at.code))
      return true;
  }
  return false;
}
