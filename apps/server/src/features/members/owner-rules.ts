import type { MemberId, UserId } from "@lintel/contract";
import { ApiError, conflict, notFound } from "../../api/api-error.js";
import type { Change } from "../changes/change.js";
import { mayRole, type Role } from "../organizations/permissions.js";
import { lockMembers, type MemberRow } from "./store.js";

/** A member about to be changed, with what the decision rests on. All of it is locked until the change ends. */
export interface MemberDecision {
  target: MemberRow;
  /** The actor's role as it is now: the one that let them in may have been taken away since. */
  actorRole: Role | undefined;
  ownersBeside: number;
}

/** Locks a member, or the actor themselves where no member is named. */
export async function lockDecision(change: Change, memberId?: MemberId): Promise<MemberDecision> {
  const { tx, organizationId, actor } = change;
  const rows = await lockMembers(tx, organizationId, {
    ...(actor.userId && { userId: actor.userId }),
    ...(memberId && { memberId }),
  });
  const self = rows.find((row) => row.userId === actor.userId);
  const target = memberId ? rows.find((row) => row.id === memberId) : self;
  if (!target)
    throw notFound("No member with that id in this organization. The list of members has the ids.");
  return {
    target,
    actorRole: self?.role,
    ownersBeside: rows.filter((row) => row.role === "owner" && row.id !== target.id).length,
  };
}

/** The role that a person has now, locked until the change ends. */
export async function lockRole(change: Change, userId: UserId | null): Promise<Role | undefined> {
  const rows = userId ? await lockMembers(change.tx, change.organizationId, { userId }) : [];
  return rows.find((row) => row.userId === userId)?.role;
}

/** Refuses who may not give or take these roles: members are managed by some, owners by owners. */
export function requireManager(actorRole: Role | undefined, ...affected: Role[]): void {
  if (!actorRole || !mayRole(actorRole, "members.manage"))
    throw new ApiError("FORBIDDEN", "Your role no longer allows this. It takes the role owner or admin.");
  if (affected.includes("owner") && actorRole !== "owner")
    throw new ApiError("FORBIDDEN", "Only an owner makes or unmakes owners. Ask one of them.");
}

/** Refuses to take the role of the last owner away. */
export function requireOwnerBeside({ target, ownersBeside }: MemberDecision): void {
  if (target.role !== "owner" || ownersBeside > 0) return;
  throw conflict(
    "An organization always has an owner, and this is the last one. Make another member an owner first.",
  );
}
