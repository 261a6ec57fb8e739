import { type AssetId, isId } from "@lintel/contract";

/** The path below the origin under which assets are served. */
export const assetPathPrefix = "/assets/";

const hashLength = 8;

interface NamedAsset {
  id: AssetId;
  sha256: string;
  name: string;
}

/**
 * The public address of an asset: `/assets/{id}/{first 8 of its SHA-256}/{name}`. The bytes behind it never change.
 * The name is for people and crawlers alone; an address with an old name goes on answering.
 */
export function assetUrl(origin: string, { id, sha256, name }: NamedAsset): string {
  return `${origin}${assetPathPrefix}${id}/${sha256.slice(0, hashLength)}/${encodeURIComponent(name)}`;
}

export interface AssetAddress {
  id: AssetId;
  hash: string;
}

/** Reads the path of a request. Null for what no asset can have. */
export function parseAssetPath(pathname: string): AssetAddress | null {
  const [, id, hash] = /^\/assets\/([^/]+)\/([0-9a-f]{8})\/[^/]{1,3000}$/.exec(pathname) ?? [];
  return isId("asset", id) && hash ? { id, hash } : null;
}

export function isAt({ hash }: AssetAddress, { sha256 }: Pick<NamedAsset, "sha256">): boolean {
  return sha256.startsWith(hash);
}
