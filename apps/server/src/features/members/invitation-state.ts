import type { InvitationRow } from "./invitation-store.js";

export type InvitationState = "pending" | "accepted" | "revoked" | "expired";

export function invitationState(row: InvitationRow, at: Date): InvitationState {
  if (row.acceptedAt) return "accepted";
  if (row.revokedAt) return "revoked";
  return row.expiresAt > at ? "pending" : "expired";
}
