import { Readable } from "node:stream";
import type { AssetId, OrganizationId } from "@lintel/contract";
import type { AssetServices } from "../assets/asset-services.js";
import { assetUrl } from "../assets/serve/asset-url.js";
import { uploadAsset } from "../assets/upload-asset.js";
import type { Actor } from "../changes/change.js";
import { describeImage, renderImage } from "./images/render-image.js";
import { loadedAssets } from "./store.js";

/** Drawing keeps a core busy: more at once only take memory. */
const atOnce = 4;

/** Draws and uploads the images that are not there yet, and answers with all, by name. */
export async function loadImages(
  services: AssetServices,
  organizationId: OrganizationId,
  actor: Actor,
  names: readonly string[],
): Promise<Map<string, { id: AssetId; url: string }>> {
  const there = await loadedAssets(services.database, organizationId);
  const missing = names.filter((name) => !there.has(describeImage(name).fileName));
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let name = missing.shift(); name; name = missing.shift()) {
        const content = Readable.from([await renderImage(name)]);
        await uploadAsset(services, organizationId, actor, {
          content,
          name: describeImage(name).fileName,
          alt: "",
        });
      }
    }),
  );
  const loaded = await loadedAssets(services.database, organizationId);
  return new Map(
    names.map((name) => {
      const asset = loaded.get(describeImage(name).fileName)!;
      return [name, { id: asset.id, url: assetUrl(services.origin, asset) }];
    }),
  );
}
