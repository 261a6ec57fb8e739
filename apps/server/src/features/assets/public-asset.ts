import type { IncomingMessage, ServerResponse } from "node:http";
import { isId, type OrganizationId } from "@lintel/contract";
import { notFound } from "../../api/api-error.js";
import { assertObjectKey } from "../../storage/object-store.js";
import type { AssetServices } from "./asset-services.js";
import { isHashOf } from "./serve/asset-url.js";
import { findPublicAsset } from "./store.js";

/** The parts of a public address, as `asset-url.ts` writes it. */
export interface PublicAddress {
  asset: string;
  hash: string;
}

/**
 * Answers a public address. Nobody is asked who they are: whoever has the address may have the file. Says whose the
 * asset is before it answers, for the log.
 */
export async function servePublicAsset(
  { database, serve }: AssetServices,
  request: IncomingMessage,
  response: ServerResponse,
  { asset: id, hash }: PublicAddress,
  found: (organizationId: OrganizationId) => void,
): Promise<void> {
  const asset = isId("asset", id) ? await findPublicAsset(database, id) : undefined;
  if (!asset || !isHashOf(hash, asset)) throw notFound("No asset is at this address.");
  const { storageKey } = asset;
  assertObjectKey(storageKey);
  found(asset.organizationId);
  await serve(request, response, { ...asset, storageKey });
}
