import type { AssetServices } from "../features/assets/asset-services.js";
import { servePublicAsset } from "../features/assets/public-asset.js";
import { publicAssetPath } from "../features/assets/serve/asset-url.js";
import type { Route } from "./route-table.js";

/** The public addresses of assets: no key, no session. */
export function assetRoutes(services: AssetServices): Route[] {
  return [
    {
      method: "GET",
      path: publicAssetPath,
      handle: (exchange, { asset = "", hash = "" }) => {
        const { req, res } = exchange;
        res.setHeader("x-request-id", exchange.requestId);
        return servePublicAsset(services, req, res, { asset, hash }, (organizationId) => {
          exchange.organizationId = organizationId;
        });
      },
    },
  ];
}
