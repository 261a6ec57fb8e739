import { type AssetId, isId, type OrganizationId } from "@lintel/contract";
import type { ObjectKey } from "../../storage/object-store.js";

/** Below this lie the files of assets, and nothing else. */
export const assetObjects = "assets/";

/**
 * Where the file of an asset lies: under its organization, spread over folders by the last two characters of its
 * id, which are random. The key says whose the file is, so that a file without a row can be found and removed.
 */
export function storageKeyOf(organizationId: OrganizationId, id: AssetId): ObjectKey {
  return `${assetObjects}${organizationId}/${id.slice(-2)}/${id}`;
}

export interface FileOwner {
  organizationId: OrganizationId;
  id: AssetId;
}

/** Whose file a key is; null for what was not put there by `storageKeyOf`. */
export function ownerOf(key: string): FileOwner | null {
  const [, organizationId, id] = key.split(/\/(?:[0-9a-z]{2}\/)?/);
  if (!isId("organization", organizationId) || !isId("asset", id)) return null;
  return storageKeyOf(organizationId, id) === key ? { organizationId, id } : null;
}
