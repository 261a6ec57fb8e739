import type { OrganizationId } from "@lintel/contract";
import type { Queries } from "../../db/database.js";
import { day } from "../events/limits.js";
import type { Deprecation } from "./deprecations.js";
import { listSenders } from "./store-counts.js";

/** Who has not sent a name for so long sends it no more. */
const days = 30;

/** The keys that sent a name that waits to go within the last 30 days, last first. */
export async function findSenders(
  queries: Queries,
  organizationId: OrganizationId,
  deprecation: Omit<Deprecation, "reason">,
  now: Date,
) {
  const since = new Date(now.getTime() - days * day);
  const rows = await listSenders(queries, organizationId, deprecation, since);
  return rows.flatMap(({ lastSentAt, ...row }) => (lastSentAt ? [{ ...row, lastSentAt }] : []));
}
