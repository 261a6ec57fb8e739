import { hash, randomBytes } from "node:crypto";

/** 32 random bytes, as they stand in the invitation's link. */
export function makeInvitationToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored: a dump of the database lets nobody in. */
export function hashInvitationToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
