import type { Change } from "../changes/change.js";
import type { EventFacts } from "../webhook-events/webhook-event.js";
import { findPerson, type MemberRow } from "./store.js";

/** A member as endpoints are told of them, with the name and the address they have at this moment. */
export async function eventMember(
  change: Change,
  { id, userId, role }: Pick<MemberRow, "id" | "userId" | "role">,
): Promise<EventFacts<"member.joined">["member"]> {
  return { id, userId, ...(await findPerson(change.tx, userId)), role };
}
