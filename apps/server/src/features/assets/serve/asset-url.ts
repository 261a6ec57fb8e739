import type { AssetId } from "@lintel/contract";

/** The route of public addresses, below the origin. */
export const publicAssetPath = "/assets/{asset}/{hash}/{name}";

const hashLength = 8;

/**
 * The public address of an asset: its id, the first 8 characters of its SHA-256, and its name. The bytes behind it
 * never change. The name is for people and crawlers alone; an address with an old name goes on answering.
 */
export function assetUrl(
  origin: string,
  { id, sha256, name }: { id: AssetId; sha256: string; name: string },
): string {
  return `${origin}/assets/${id}/${sha256.slice(0, hashLength)}/${encodeURIComponent(name)}`;
}

/** Whether an address with this hash leads to the file. */
export function isHashOf(hash: string, { sha256 }: { sha256: string }): boolean {
  return hash === sha256.slice(0, hashLength);
}
