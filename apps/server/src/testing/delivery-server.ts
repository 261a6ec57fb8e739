import type { OrganizationId } from "@lintel/contract";
import { publicApiPrefix } from "@lintel/contract";
import { newId } from "../db/new-id.js";
import type { DeliveryMatch, DeliveryServices } from "../features/delivery/hot-path.js";
import { createDelivery, type Delivery } from "../features/delivery/hot-path.js";
import { createDispatcher } from "../http/dispatch.js";
import { type Listener, listen } from "../http/listener.js";
import { type Handle, RouteTable } from "../http/route-table.js";
import { recordedLog } from "./recorded-log.js";

export const deliveryOrigin = "http://lintel.test";

export interface Read {
  status: number;
  headers: Headers;
  text: string;
  // Tests look into bodies of every shape, and fail where the shape is another one.
  body: ReturnType<typeof JSON.parse>;
}

/** Delivery behind the real listener. Whoever asks names the organization where the key would stand. */
export interface DeliveryServer {
  delivery: Delivery;
  listener: Listener;
  url(path: string): string;
  read(organizationId: OrganizationId, path: string, headers?: Record<string, string>): Promise<Read>;
  close(): Promise<void>;
}

export async function startDeliveryServer(
  services: Omit<DeliveryServices, "origin">,
): Promise<DeliveryServer> {
  const delivery = createDelivery({ ...services, origin: deliveryOrigin });
  const keyId = newId("apiKey");
  const answer =
    (toMatch: (params: Record<string, string>) => DeliveryMatch): Handle =>
    ({ req, res, requestId }, params) => {
      // Written by these tests alone.
      const organizationId = req.headers["x-organization"] as OrganizationId;
      return delivery.handle(req, res, { organizationId, keyId }, toMatch(params), [
        "x-request-id",
        requestId,
      ]);
    };
  const routes = new RouteTable([
    { method: "GET", path: `${publicApiPrefix}/model`, handle: answer(() => ({ route: "model" })) },
    {
      method: "GET",
      path: `${publicApiPrefix}/content/{type}`,
      handle: answer(({ type = "" }) => ({ route: "list", type })),
    },
    {
      method: "GET",
      path: `${publicApiPrefix}/content/{type}/{slug}`,
      handle: answer(({ type = "", slug = "" }) => ({ route: "entry", type, slug })),
    },
  ]);
  const onRequest = createDispatcher({ routes, log: recordedLog(), observe: () => {} });
  const listener = await listen({ host: "127.0.0.1", port: 0, onRequest });
  const url = (path: string) => `http://127.0.0.1:${listener.port}${publicApiPrefix}${path}`;
  return {
    delivery,
    listener,
    url,
    async read(organizationId, path, headers = {}) {
      const response = await fetch(url(path), { headers: { "x-organization": organizationId, ...headers } });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: text === "" ? undefined : JSON.parse(text),
      };
    },
    async close() {
      await listener.close(1_000);
      delivery.close();
    },
  };
}
