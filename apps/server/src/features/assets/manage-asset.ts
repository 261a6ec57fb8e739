import type { AssetUse, ManagedAsset } from "@lintel/contract/management";
import { type ApiError, notFound } from "../../api/api-error.js";
import type { Model } from "../model/model.js";
import { shortText } from "../webhook-events/short-text.js";
import { assetUrl } from "./serve/asset-url.js";
import type { AssetRow, UseRow } from "./store.js";

export const noAsset = (id: string): ApiError => notFound(`No asset "${id}" in this organization.`);

/** An asset as the people who manage it see it. */
export function toManagedAsset(origin: string, row: AssetRow): ManagedAsset {
  const { id, name, alt, contentType, size, width, height, sha256, createdBy, createdByName } = row;
  return {
    id,
    name,
    alt,
    url: assetUrl(origin, row),
    contentType,
    size,
    width,
    height,
    sha256,
    createdAt: row.createdAt.toISOString(),
    createdBy: createdBy && { id: createdBy, name: createdByName ?? "Someone who has left" },
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  };
}

/** What readers get for a field that holds an asset. */
export function toAssetValue(
  origin: string,
  row: Pick<AssetRow, "id" | "name" | "contentType" | "size" | "width" | "height" | "sha256">,
) {
  const { id, name, contentType, size, width, height } = row;
  return { id, url: assetUrl(origin, row), name, contentType, size, width, height };
}

/** What endpoints are told of an asset. */
export function toEventAsset({ id, name, contentType, size }: EventAssetRow) {
  return { id, name: shortText(name), contentType, size };
}

type EventAssetRow = Pick<AssetRow, "id" | "name" | "contentType" | "size">;

export function toAssetUse(model: Model, { entryId, slug, title, typeId, fieldIds }: UseRow): AssetUse {
  const type = model.typeById.get(typeId);
  const fields = type?.fields.filter(({ id }) => fieldIds.includes(id)) ?? [];
  return {
    entry: { id: entryId, slug, title },
    type: type?.slug ?? typeId,
    fields: fields.map(({ key }) => key),
  };
}
