import { publicApiPrefix } from "@lintel/contract";
import { managementApiPrefix } from "@lintel/contract/management";
import { keptAnswer } from "./kept-answer.js";
import type { ApiDescription } from "./openapi/describe-api.js";
import type { Route } from "./route-table.js";

const type = { "content-type": "application/json; charset=utf-8" };

/** The descriptions of both APIs. They are written when first asked for, because a start should not wait for them. */
export function descriptionRoutes(): Route[] {
  return [
    route(publicApiPrefix, async () => (await import("./openapi/public-description.js")).publicDescription),
    route(
      managementApiPrefix,
      async () => (await import("./openapi/management-description.js")).managementDescription,
    ),
  ];
}

function route(prefix: string, load: () => Promise<ApiDescription>): Route {
  const handle = keptAnswer(type, async () => {
    const { describeApi } = await import("./openapi/describe-api.js");
    return JSON.stringify(await describeApi(await load()));
  });
  return { method: "GET", path: `${prefix}/openapi.json`, handle };
}
