import { conflict } from "../../api/api-error.js";
import type { Change } from "../changes/change.js";
import { countMembers } from "../members/count-members.js";
import { planInForce } from "./plan-in-force.js";
import type { PlanCatalog } from "./plans.js";
import { waitForTurn } from "./store.js";

type Place = Pick<Change, "tx" | "organizationId">;

/** Refuses one more member than the plan has room for. Of two who take the last seat at once, one gets it. */
export async function requireSeat(
  place: Place,
  catalog: PlanCatalog,
  organizationName: string,
): Promise<void> {
  const full = await findFull(place, catalog, 0);
  if (!full) return;
  const { name, cap, used } = full;
  throw conflict(
    `"${organizationName}" is full: its plan "${name}" has room for ${cap} members. Ask whoever invited you to remove a member or to see to a larger plan, then open the invitation again.`,
    { plan: name, feature: "members", used, cap },
  );
}

/** Refuses to invite more people than could come: those who are invited and wait count like members. */
export async function requireSeatToOffer(place: Place, catalog: PlanCatalog, invited: number): Promise<void> {
  const full = await findFull(place, catalog, invited);
  if (!full) return;
  const { name, cap, used } = full;
  const waiting = invited === 0 ? "" : `, and ${invited} invited`;
  throw conflict(
    `The plan "${name}" has room for ${cap} members: ${used} are here${waiting}. Remove a member, take an invitation back, or ${catalog.wayToMore}.`,
    { plan: name, feature: "members", used, invited, cap },
  );
}

async function findFull({ tx, organizationId }: Place, catalog: PlanCatalog, invited: number) {
  const { name, plan } = await planInForce(tx, catalog, organizationId);
  if (plan.members === null) return undefined;
  await waitForTurn(tx, organizationId, "members");
  const used = await countMembers(tx, organizationId);
  return used + invited < plan.members ? undefined : { name, cap: plan.members, used };
}
