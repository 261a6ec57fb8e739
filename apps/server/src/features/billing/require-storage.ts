import type { OrganizationId } from "@lintel/contract";
import { ApiError } from "../../api/api-error.js";
import type { Queries } from "../../db/database.js";
import { storedBytes } from "../assets/stored-bytes.js";
import type { Change } from "../changes/change.js";
import { planInForce } from "./plan-in-force.js";
import type { PlanCatalog } from "./plans.js";
import { waitForTurn } from "./store.js";

/** Refuses bytes that the plan has no room for. Of two who fill the rest at once, one is refused. */
export async function requireStorage(
  { tx, organizationId }: Pick<Change, "tx" | "organizationId">,
  catalog: PlanCatalog,
  bytes: number,
): Promise<void> {
  const { plan } = await planInForce(tx, catalog, organizationId);
  if (plan.storage === null) return;
  await waitForTurn(tx, organizationId, "storage");
  await refuseBeyondStorage(tx, catalog, organizationId, bytes);
}

/** The same as things stand now, to refuse a file before it is sent. */
export async function refuseBeyondStorage(
  queries: Queries,
  catalog: PlanCatalog,
  organizationId: OrganizationId,
  bytes: number,
): Promise<void> {
  const { name, plan } = await planInForce(queries, catalog, organizationId);
  if (plan.storage === null) return;
  const used = await storedBytes(queries, organizationId);
  if (used + bytes <= plan.storage) return;
  const [inUse, all, more] = [used, plan.storage, bytes].map(inWords);
  throw new ApiError(
    "PAYLOAD_TOO_LARGE",
    `The plan "${name}" has ${all} for files, ${inUse} are used, and this file takes ${more}. Delete files, send a smaller one, or ${catalog.wayToMore}.`,
    { plan: name, feature: "storage", used, cap: plan.storage },
  );
}

const units = ["B", "kB", "MB", "GB", "TB"];

function inWords(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${Number((bytes / 1_000 ** step).toFixed(1))} ${units[step]}`;
}
