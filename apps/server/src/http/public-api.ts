import { contract, type PublicContract, publicApiPrefix } from "@lintel/contract";
import type { InferContractRouterOutputs } from "@orpc/contract";
import { implement } from "@orpc/server";
import type { VerifiedKey } from "../features/keys/key-verifier.js";
import { presentOrganization } from "../features/organizations/present-organization.js";
import { readOrganization } from "../features/organizations/read-organization.js";
import type { Services } from "../services.js";
import type { AdmitKey } from "./admit-key.js";
import { sendJson } from "./answer.js";
import { createDeliveryOperations } from "./delivery-operations.js";
import type { Exchange } from "./exchange.js";
import { checkQuery } from "./input-shape.js";
import { operationRoutes } from "./operations.js";
import type { Route } from "./route-table.js";

interface PublicContext {
  key: VerifiedKey;
}

export function publicApiRoutes(services: Services, admit: AdmitKey): Route[] {
  const { database, keys } = services;
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
      },
    },
    enter: async (exchange) => ({ key: await admit(exchange) }),
    direct: { getHealth, ...createDeliveryOperations(services, admit) },
  });
}

/** The one operation without a key. It asks nothing of the database: whether that is there is for `/ready` to say. */
function getHealth(exchange: Exchange): void {
  checkQuery(new URLSearchParams(exchange.query), { detailed: false, takesBody: false, query: new Map() });
  sendJson(exchange, 200, { status: "ok" } satisfies InferContractRouterOutputs<PublicContract>["health"]);
}
