import type { UserId } from "@lintel/contract";
import { newId } from "../../db/new-id.js";
import { markSeats } from "../billing/mark-seats.js";
import type { Change } from "../changes/change.js";
import type { Role } from "../organizations/permissions.js";
import { eventMember } from "./event-member.js";
import { type MemberRow, putMember } from "./store.js";

/**
 * Makes a person a member, or a former member one again, under the same id. Answers with nothing where the person
 * is a member already, and changes nothing then.
 */
export async function addMember(change: Change, userId: UserId, role: Role): Promise<MemberRow | undefined> {
  const { tx, organizationId, at } = change;
  const row = await putMember(tx, { organizationId, id: newId("member"), userId, role, createdAt: at });
  if (!row) return undefined;
  change.audit("member.joined", row.id, { userId, role });
  change.event("member.joined", { member: await eventMember(change, row) });
  await markSeats(change);
  return row;
}
