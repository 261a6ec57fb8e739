import { managementApiPrefix, managementContract } from "@lintel/contract/management";
import type { ApiDescription } from "./describe-api.js";

const description = `What the Studio and the command line do: organizations and people, keys, the model and its Actions, entries,
files. It acts for a signed-in person and never takes an API key.

Sign in with \`POST /api/auth/sign-in/email\` and send the session's cookie. A request that changes something has to
come from a page of this deployment, which browsers say by themselves, or from no page at all.`;

export const managementDescription: ApiDescription = {
  contract: managementContract,
  prefix: managementApiPrefix,
  title: "Lintel management API",
  version: "1.0.0",
  description,
  tags: {
    People: "The signed-in person.",
    Organizations: "Organizations and what they are called.",
    Members: "The people of an organization, and those who are invited.",
    "API keys": "Keys of the public API: made, listed by what remains of them, revoked.",
    Audit: "Who did what.",
    Model: "Content types and their fields.",
    Webhooks: "Endpoints that are told of events, and every attempt to deliver to them.",
    Actions: "Deprecations that wait for completion.",
    Entries: "Entries and their versions.",
    Assets: "Files.",
    Billing: "The plan, what is used of it, and the way to another one.",
    Analytics: "What visitors did.",
  },
  security: {
    name: "session",
    scheme: {
      type: "apiKey",
      in: "cookie",
      name: "lintel.session_token",
      description: "The session's cookie, set when a person signs in.",
    },
  },
};
