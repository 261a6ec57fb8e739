import { z } from "zod";
import { errorsOf } from "../errors.js";
import { idSchema } from "../ids.js";
import { instantSchema, organizationSchema } from "../organization.js";
import { roleSchema } from "../role.js";
import { done, inOrganization, organizationParam, signedIn } from "./base.js";
import { membershipSchema } from "./organizations.js";

const memberSchema = z
  .object({
    id: idSchema("member"),
    userId: idSchema("user"),
    name: z.string().meta({ example: "Ada Larsson" }),
    email: z.string().meta({ example: "ada@example.com" }),
    role: roleSchema,
    joinedAt: instantSchema,
  })
  .meta({ id: "Member" });

const memberParam = {
  ...organizationParam,
  member: idSchema("member").meta({ description: "The member's id." }),
};

const invitationSchema = z
  .object({
    id: idSchema("invitation"),
    email: z.string().meta({ example: "ada@example.com" }),
    role: roleSchema,
    createdAt: instantSchema,
    createdBy: z.object({ id: idSchema("user"), name: z.string() }).nullable(),
    expiresAt: instantSchema,
  })
  .meta({ id: "Invitation" });

const tokenInput = z.object({
  token: z
    .string()
    .max(200)
    .meta({ description: "The last part of the invitation's link.", example: "x5v0…" }),
});

export const members = {
  list: inOrganization
    .route({
      method: "GET",
      path: "/organizations/{organization}/members",
      operationId: "listMembers",
      tags: ["Members"],
      summary: "List the members",
    })
    .input(z.strictObject(organizationParam))
    .output(z.object({ members: z.array(memberSchema) })),

  changeRole: inOrganization
    .route({
      method: "PATCH",
      path: "/organizations/{organization}/members/{member}",
      operationId: "changeMemberRole",
      tags: ["Members"],
      summary: "Change a member's role",
      description:
        "For owners and admins; only an owner makes or unmakes an owner. One owner always remains. The member's next request obeys.",
    })
    .input(z.object({ ...memberParam, role: roleSchema }))
    .output(memberSchema),

  remove: inOrganization
    .route({
      method: "DELETE",
      path: "/organizations/{organization}/members/{member}",
      operationId: "removeMember",
      tags: ["Members"],
      summary: "Remove a member",
      description:
        "For owners and admins; only an owner removes an owner. Entries go on naming the person, who may come back by invitation.",
    })
    .input(z.object(memberParam))
    .output(done),

  leave: inOrganization
    .route({
      method: "POST",
      path: "/organizations/{organization}/leave",
      operationId: "leaveOrganization",
      tags: ["Members"],
      summary: "Leave an organization",
      description: "The last owner cannot leave.",
    })
    .input(z.object(organizationParam))
    .output(done),
};

export const invitations = {
  list: inOrganization
    .route({
      method: "GET",
      path: "/organizations/{organization}/invitations",
      operationId: "listInvitations",
      tags: ["Members"],
      summary: "List the invitations that wait for an answer",
    })
    .input(z.strictObject(organizationParam))
    .output(z.object({ invitations: z.array(invitationSchema) })),

  create: inOrganization
    .route({
      method: "POST",
      path: "/organizations/{organization}/invitations",
      operationId: "createInvitation",
      tags: ["Members"],
      summary: "Invite a person by e-mail",
      description:
        "The link is mailed, shown in this answer only, and valid for 7 days. A second invitation to the same address takes the place of the first.",
    })
    .input(
      z.object({
        ...organizationParam,
        email: z.email("An e-mail address, as `ada@example.com`.").max(254),
        role: roleSchema,
      }),
    )
    .output(z.object({ invitation: invitationSchema, link: z.string() })),

  revoke: inOrganization
    .route({
      method: "DELETE",
      path: "/organizations/{organization}/invitations/{invitation}",
      operationId: "revokeInvitation",
      tags: ["Members"],
      summary: "Take an invitation back",
    })
    .input(z.object({ ...organizationParam, invitation: idSchema("invitation") }))
    .output(done),

  lookUp: signedIn
    .errors(errorsOf("NOT_FOUND"))
    .route({
      method: "POST",
      path: "/invitations/look-up",
      operationId: "lookUpInvitation",
      tags: ["Members"],
      summary: "Read an invitation by the token of its link",
      description: "The token travels in the body, so that no log of addresses holds it.",
    })
    .input(tokenInput)
    .output(
      z.object({
        organization: organizationSchema.pick({ name: true, slug: true, logo: true }),
        email: z.string(),
        role: roleSchema,
        invitedBy: z.string().nullable().meta({ description: "The name of the person who invites." }),
        expiresAt: instantSchema,
        state: z.enum(["pending", "accepted", "revoked", "expired"]),
      }),
    ),

  accept: signedIn
    .errors(errorsOf("FORBIDDEN", "NOT_FOUND", "CONFLICT"))
    .route({
      method: "POST",
      path: "/invitations/accept",
      operationId: "acceptInvitation",
      tags: ["Members"],
      summary: "Accept an invitation and become a member",
      description:
        "For the person whose e-mail address the invitation names. Accepting twice gives the same answer twice.",
    })
    .input(tokenInput)
    .output(membershipSchema),
};
