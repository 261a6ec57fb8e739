import type { AssetId, OrganizationId } from "@lintel/contract";
import type { ManagedAsset } from "@lintel/contract/management";
import { conflict } from "../../api/api-error.js";
import { requireStorage } from "../billing/require-storage.js";
import type { Actor, Change } from "../changes/change.js";
import { loadModel } from "../model/load-model.js";
import type { AssetServices } from "./asset-services.js";
import { cleanFileName } from "./inspect/file-name.js";
import { noAsset, toAssetUse, toEventAsset, toManagedAsset } from "./manage-asset.js";
import { listUses, lockAsset, readAsset, setAsset } from "./store.js";

type LockedAsset = NonNullable<Awaited<ReturnType<typeof lockAsset>>>;

/** Runs one change of one asset, and answers with the asset as it is then. */
function changeAsset(
  { runChange, origin }: AssetServices,
  organizationId: OrganizationId,
  actor: Actor,
  id: AssetId,
  work: (change: Change, asset: LockedAsset) => Promise<void>,
): Promise<ManagedAsset> {
  return runChange(organizationId, actor, "shared", async (change) => {
    const asset = await lockAsset(change, id);
    if (!asset) throw noAsset(id);
    await work(change, asset);
    return toManagedAsset(origin, (await readAsset(change.tx, organizationId, id))!);
  });
}

export interface AssetUpdate {
  name?: string | undefined;
  alt?: string | undefined;
}

/** Changes what is given; what is absent, or as it was, stays and leaves no record. */
export function updateAsset(
  services: AssetServices,
  organizationId: OrganizationId,
  actor: Actor,
  id: AssetId,
  update: AssetUpdate,
): Promise<ManagedAsset> {
  return changeAsset(services, organizationId, actor, id, async (change, asset) => {
    if (asset.deletedAt) throw conflict(`The asset "${asset.name}" is deleted. Restore it first.`);
    const name = update.name === undefined ? asset.name : cleanFileName(update.name);
    const { alt = asset.alt } = update;
    if (name === asset.name && alt === asset.alt) return;
    await setAsset(change, id, { name, alt });
    change.audit("asset.updated", id, {
      from: { name: asset.name, alt: asset.alt },
      to: { name, alt },
    });
    // Readers get the name and the address that carries it.
    if (name !== asset.name) change.contentChanged();
  });
}

/** How many uses a refusal names. */
const namedUses = 20;

/**
 * Deletes an asset for 30 days. Its public address ends at once. Entries that hold it read null from then on, so
 * that needs `force` where there are any.
 */
export function deleteAsset(
  services: AssetServices,
  organizationId: OrganizationId,
  actor: Actor,
  id: AssetId,
  force: boolean,
): Promise<ManagedAsset> {
  return changeAsset(services, organizationId, actor, id, async (change, asset) => {
    if (asset.deletedAt) throw conflict(`The asset "${asset.name}" is deleted already.`);
    const rows = await listUses(change.tx, organizationId, id, { limit: namedUses });
    if (rows.length > 0 && !force) {
      const model = await loadModel(change.tx, organizationId);
      const uses = rows.slice(0, namedUses).map((row) => toAssetUse(model, row));
      const titles = uses.slice(0, 3).map(({ entry }) => `"${entry.title}"`);
      const more = rows.length > titles.length ? " and more" : "";
      throw conflict(
        `Entries use the asset "${asset.name}": ${titles.join(", ")}${more}. Take it out of them, or delete it with \`force\`: they read null then.`,
        { uses, complete: rows.length <= namedUses },
      );
    }
    await setAsset(change, id, { deletedAt: change.at, deletedBy: actor.userId });
    const inUse = rows.length > 0;
    change.audit("asset.deleted", id, { name: asset.name, inUse });
    change.event("asset.deleted", { asset: toEventAsset(asset), inUse });
    if (inUse) change.contentChanged();
  });
}

/** Takes an asset's deletion back. */
export function restoreAsset(
  services: AssetServices,
  organizationId: OrganizationId,
  actor: Actor,
  id: AssetId,
): Promise<ManagedAsset> {
  return changeAsset(services, organizationId, actor, id, async (change, asset) => {
    if (!asset.deletedAt) throw conflict(`The asset "${asset.name}" is not deleted.`);
    await requireStorage(change, services.plans, asset.size);
    await setAsset(change, id, { deletedAt: null, deletedBy: null });
    change.audit("asset.restored", id, { name: asset.name });
    change.event("asset.created", { asset: toEventAsset(asset), restored: true });
    change.contentChanged();
  });
}
