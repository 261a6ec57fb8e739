import type { IncomingMessage } from "node:http";
import type { OrganizationId, UserId } from "@lintel/contract";
import { managementContract } from "@lintel/contract/management";
import { implement } from "@orpc/server";
import type { Actor } from "../features/changes/change.js";
import { mayRole, type Permission, type Role, rolesWith } from "../features/organizations/permissions.js";
import { ApiError, notFound } from "./api-error.js";

/** What the listener knows of a request before any operation runs. */
export interface ManagementContext {
  requestId: string;
  /** The person behind the session or token. The listener refuses requests without one. */
  user: { id: UserId; name: string; email: string };
  via: Actor["via"];
  findRole(organizationId: OrganizationId, userId: UserId): Promise<Role | null>;
  /** The request, for an operation whose body is a file. Absent where no request is behind the call. */
  incoming?: IncomingFile;
}

export interface IncomingFile {
  message: IncomingMessage;
  /** Lets a client begin that waits for `100 Continue`. To be called when nothing but the file can fail any more. */
  askForBody(): void;
}

const base = implement(managementContract).$context<ManagementContext>();

/** Where the management API's operations are implemented: `managementApi.entries.list.use(may("content.read"))…`. */
export const managementApi = base;

/**
 * Lets only members with the permission through, and says to the operation who acts. To anyone else the
 * organization does not exist: the answer is the same as for an id that was never given out.
 */
export function may(permission: Permission) {
  return base.middleware(async ({ context, next }, input: { organization: OrganizationId }) => {
    const organizationId = input.organization;
    const role = await context.findRole(organizationId, context.user.id);
    if (!role) throw notFound("No organization with that id among yours.");
    if (!mayRole(role, permission)) {
      throw new ApiError(
        "FORBIDDEN",
        `Your role "${role}" does not allow this. It takes the role ${rolesWith(permission)}.`,
      );
    }
    const actor: Actor = { userId: context.user.id, via: context.via, requestId: context.requestId };
    return next({ context: { organizationId, role, actor } });
  });
}
