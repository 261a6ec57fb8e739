import { contract, type PublicContract, publicApiPrefix } from "@lintel/contract";
import type { InferContractRouterOutputs } from "@orpc/contract";
import { implement } from "@orpc/server";
import { readBilling } from "../features/billing/read-billing.js";
import type { VerifiedKey } from "../features/keys/key-verifier.js";
import { presentOrganization } from "../features/organizations/present-organization.js";
import { readOrganization } from "../features/organizations/read-organization.js";
import { presentPlan } from "../features/tracking-plan/present-plan.js";
import { publishPlan } from "../features/tracking-plan/publish-plan.js";
import { readPlanInForce } from "../features/tracking-plan/read-plan.js";
import { createPublicWebhookHandlers } from "../features/webhooks/public-handlers.js";
import type { Services } from "../services.js";
import { sendJson } from "./answer.js";
import { createDeliveryOperations } from "./delivery-operations.js";
import type { Doors } from "./doors.js";
import { createEventOperations } from "./event-operations.js";
import type { Exchange } from "./exchange.js";
import { checkQuery } from "./input-shape.js";
import { operationRoutes } from "./operations.js";
import type { Route } from "./route-table.js";

interface PublicContext {
  key: VerifiedKey;
  requestId: string;
}

export function publicApiRoutes(services: Services, doors: Doors): Route[] {
  const { database, keys, plans, runChange } = services;
  const api = implement(contract).$context<PublicContext>();
  return operationRoutes<PublicContext>({
    prefix: publicApiPrefix,
    contract,
    router: {
      organization: {
        get: api.organization.get.handler(async ({ context: { key } }) => {
          keys.recordUse(key.keyId, key.organizationId);
          return presentOrganization(await readOrganization(database, key.organizationId));
        }),
        billing: api.organization.billing.handler(async ({ context: { key } }) => {
          keys.recordUse(key.keyId, key.organizationId);
          return await readBilling(database, plans, key.organizationId, new Date());
        }),
      },
      trackingPlan: {
        get: api.trackingPlan.get.handler(async ({ context: { key } }) => {
          keys.recordUse(key.keyId, key.organizationId);
          return presentPlan(await readPlanInForce(database, key.organizationId));
        }),
        publish: api.trackingPlan.publish.handler(async ({ context: { key, requestId }, input }) => {
          keys.recordUse(key.keyId, key.organizationId);
          const actor = { userId: null, via: "api" as const, requestId };
          const named = { id: key.keyId, name: key.name };
          const { changed, ...plan } = await publishPlan(runChange, key.organizationId, actor, named, input);
          return { ...presentPlan(plan), changed };
        }),
      },
      webhooks: createPublicWebhookHandlers({ ...services.webhooks, keys, origin: services.origin }),
    },
    enter: async (exchange) => ({ key: await doors.counted(exchange), requestId: exchange.requestId }),
    direct: {
      getHealth,
      ...createDeliveryOperations(services, doors.content),
      ...createEventOperations(services, doors.ingest),
    },
  });
}

/** The one operation without a key. It asks nothing of the database: whether that is there is for `/ready` to say. */
function getHealth(exchange: Exchange): void {
  checkQuery(new URLSearchParams(exchange.query), { detailed: false, takesBody: false, query: new Map() });
  sendJson(exchange, 200, { status: "ok" } satisfies InferContractRouterOutputs<PublicContract>["health"]);
}
