import { servePublicAsset } from "../features/assets/public-asset.js";
import { publicAssetPath } from "../features/assets/serve/asset-url.js";
import { receiveStripeEvent } from "../features/billing/stripe/receive-event.js";
import type { Services } from "../services.js";
import { version } from "../version.js";
import { sendJson, setCommonHeaders } from "./answer.js";
import { descriptionRoutes } from "./description-routes.js";
import { createDoors } from "./doors.js";
import type { Exchange } from "./exchange.js";
import { managementApiRoutes } from "./management-api.js";
import type { Metrics } from "./metrics.js";
import { pageRoutes } from "./pages/page-routes.js";
import { probeRoutes } from "./probes.js";
import { publicApiRoutes } from "./public-api.js";
import { readBytes } from "./read-json.js";
import type { Route } from "./route-table.js";

/** Everything that the service answers. */
export function serviceRoutes(
  services: Services,
  metrics: Metrics,
  metricsToken: string | undefined,
): Route[] {
  return [
    ...publicApiRoutes(services, createDoors(services)),
    ...managementApiRoutes(services),
    ...authRoutes(services),
    assetRoute(services),
    ...stripeRoutes(services),
    ...descriptionRoutes(),
    ...pageRoutes(services.origin, version),
    ...probeRoutes(services, metrics, metricsToken),
  ];
}

/** Which paths and methods there are is for the accounts to say, so all of them lead there. */
function authRoutes({ accounts }: Services): Route[] {
  async function handle(exchange: Exchange): Promise<void> {
    const { req, res } = exchange;
    setCommonHeaders(exchange);
    // Where GET is, HEAD is too; node itself leaves the body out.
    if (req.method === "HEAD") req.method = "GET";
    await accounts.handler(req, res);
  }
  return [{ method: "*", path: "/api/auth/{+rest}", handle }];
}

/** Where Stripe says what happened: its signature is who it is. Without Stripe there is nothing here. */
function stripeRoutes({ stripe }: Services): Route[] {
  if (!stripe) return [];
  const handle = async (exchange: Exchange): Promise<void> => {
    const signature = exchange.req.headers["stripe-signature"];
    await receiveStripeEvent(stripe, await readBytes(exchange), signature && String(signature));
    sendJson(exchange, 200, { received: true });
  };
  return [{ method: "POST", path: "/api/stripe/webhook", handle }];
}

/** Files are for everyone, also on pages elsewhere, so they carry headers of their own. */
export function assetRoute({ assets }: Pick<Services, "assets">): Route {
  return {
    method: "GET",
    path: publicAssetPath,
    handle(exchange, { asset = "", hash = "" }) {
      const { req, res, requestId } = exchange;
      res.setHeader("x-request-id", requestId);
      return servePublicAsset(assets, req, res, { asset, hash }, (organizationId) => {
        exchange.organizationId = organizationId;
      });
    },
  };
}
