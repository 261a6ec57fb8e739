import type { Target } from "./lanes.js";
import { type Queries, rowsOf } from "./store.js";

type EndpointKey = Pick<Target, "organizationId" | "id">;

/** Notes of endpoints that deliveries arrive, or since when they do not. */
export async function noteHealth(
  queries: Queries,
  endpoints: readonly (EndpointKey & { failedAt: Date | null })[],
): Promise<void> {
  const text = `
    update webhook_endpoints as endpoint
    set failing_since = case when noted."failedAt" is not null then coalesce(endpoint.failing_since, noted."failedAt") end
    from json_to_recordset($1) as noted("organizationId" text, id text, "failedAt" timestamptz)
    where endpoint.organization_id = noted."organizationId" and endpoint.id = noted.id`;
  await rowsOf(queries, text, [
    JSON.stringify(endpoints.map(({ organizationId, id, failedAt }) => ({ organizationId, id, failedAt }))),
  ]);
}
