import { z } from "zod";
import { idSchema } from "../ids.js";
import { instantSchema } from "../organization.js";
import { roleSchema } from "../role.js";
import { defineWebhookEvent } from "./define-webhook-event.js";
import { bySchema, sample } from "./parts.js";

const member = z
  .object({
    id: idSchema("member"),
    userId: idSchema("user"),
    name: z.string(),
    email: z.string(),
    role: roleSchema,
  })
  .meta({ id: "EventMember" });

const example = {
  id: sample.member,
  userId: sample.by.id,
  name: "Ada Byron",
  email: "ada@example.com",
  role: "editor" as const,
};

export const memberJoined = defineWebhookEvent({
  description: "A person became a member.",
  data: z.object({ member, by: bySchema }),
  example: { member: example, by: sample.by },
});

export const memberRemoved = defineWebhookEvent({
  description: "A person is no longer a member.",
  data: z.object({
    member,
    left: z.boolean().meta({ description: "Whether they left by themselves." }),
    by: bySchema,
  }),
  example: { member: example, left: true, by: sample.by },
});

export const memberRoleChanged = defineWebhookEvent({
  description: "A member has another role.",
  data: z.object({ member, previousRole: roleSchema, by: bySchema }),
  example: { member: example, previousRole: "viewer", by: sample.by },
});

export const invitationCreated = defineWebhookEvent({
  description: "Somebody was invited.",
  data: z.object({
    invitation: z
      .object({
        id: idSchema("invitation"),
        email: z.string(),
        role: roleSchema,
        expiresAt: instantSchema,
      })
      .meta({ id: "EventInvitation" }),
    by: bySchema,
  }),
  example: {
    invitation: {
      id: sample.invitation,
      email: "grace@example.com",
      role: "editor",
      expiresAt: "2026-03-12T11:02:09.412Z",
    },
    by: sample.by,
  },
});
