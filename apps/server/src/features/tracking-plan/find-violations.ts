import type { OrganizationId } from "@lintel/contract";
import { badRequest } from "../../api/api-error.js";
import type { Queries } from "../../db/database.js";
import { day } from "../events/limits.js";
import { dayOf } from "../events/utc.js";
import { listViolations } from "./store-counts.js";

const usualDays = 30;

export interface ViolationQuery {
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
}

export async function findViolations(
  queries: Queries,
  organizationId: OrganizationId,
  query: ViolationQuery,
  now: number,
) {
  const last = Date.parse(query.to ?? dayOf(now));
  const first = query.from === undefined ? last - (usualDays - 1) * day : Date.parse(query.from);
  if (first > last)
    throw badRequest([
      { path: "from", message: `Expected a day up to ${dayOf(last)}, got ${dayOf(first)}.` },
    ]);
  const range = { from: new Date(first), to: new Date(last + day), limit: query.limit };
  const rows = await listViolations(queries, organizationId, range);
  return rows.map((row) => ({ ...row, property: row.property === "" ? null : row.property }));
}
