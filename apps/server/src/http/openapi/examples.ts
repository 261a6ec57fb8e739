import type { PublicContentType, PublicContract, PublicEntry } from "@lintel/contract";
import type { InferContractRouterOutputs } from "@orpc/contract";

import { webhookExamples } from "./webhook-examples.js";

type Outputs = InferContractRouterOutputs<PublicContract>;

const posts: PublicContentType = {
  slug: "posts",
  name: "Posts",
  kind: "collection",
  fields: [
    { key: "excerpt", name: "Excerpt", type: "text", options: [] },
    { key: "body", name: "Body", type: "rich_text", options: [] },
    {
      key: "tone",
      name: "Tone",
      type: "select",
      options: [
        { name: "Essay", color: "blue" },
        { name: "Interview", color: "green" },
      ],
    },
    { key: "author", name: "Author", type: "reference", options: [], collection: "authors" },
    {
      key: "summary",
      name: "Excerpt",
      type: "text",
      options: [],
      deprecated: {
        reason: "renamed",
        at: "2026-03-04T09:30:00.000Z",
        by: "Ada Byron",
        renamedTo: "excerpt",
      },
    },
  ],
};

const entry: PublicEntry = {
  id: "ent_01kb1m3v9rf0wbq7t8x2c4d5e6",
  slug: "what-a-lintel-carries",
  title: "What a lintel carries",
  fields: {
    excerpt: "The opening can change; the wall above it does not fall.",
    body: {
      html: "<p>A beam over a door takes the load <em>around</em> it.</p>",
      markdown: "A beam over a door takes the load *around* it.",
    },
    tone: "Essay",
    author: { id: "ent_01kb1m3v9rf0wbq7t8x2c4d5e7", slug: "ada-byron", title: "Ada Byron" },
    summary: "The opening can change; the wall above it does not fall.",
  },
  createdAt: "2026-03-04T09:30:00.000Z",
  updatedAt: "2026-03-05T11:02:09.412Z",
};

const plan: Outputs["trackingPlan"]["get"] = {
  revision: 3,
  publishedAt: "2026-03-04T09:30:00.000Z",
  events: [
    {
      name: "Signed up",
      description: "Somebody made an account.",
      props: [
        {
          key: "plan",
          type: "enum",
          options: ["free", "pro"],
          required: true,
          description: "What they chose.",
        },
        {
          key: "tier",
          type: "enum",
          options: ["free", "pro"],
          required: true,
          description: "What they chose.",
          deprecated: {
            reason: "renamed",
            at: "2026-03-04T09:30:00.000Z",
            by: "web-prod",
            renamedTo: "plan",
          },
        },
      ],
    },
  ],
};

/** An answer of each operation of the public API. The compiler and a test hold them to the contract. */
export const examples = {
  getHealth: { status: "ok" } satisfies Outputs["health"],
  getOrganization: {
    id: "org_01kb1m3v9rf0wbq7t8x2c4d5e6",
    name: "Post & Beam",
    slug: "post-and-beam",
    logo: null,
    createdAt: "2026-03-04T09:30:00.000Z",
  } satisfies Outputs["organization"]["get"],
  getBilling: {
    plan: "free",
    status: "active",
    seats: 3,
    periodEnd: "2026-04-01T00:00:00.000Z",
    cancelAtPeriodEnd: false,
    usage: [
      { feature: "members", used: 2, cap: 3, window: "total" },
      { feature: "apiRequests", used: 1_204, cap: 10_000, window: "month" },
      { feature: "storage", used: 48_120_332, cap: 1_000_000_000, window: "total" },
      { feature: "events", used: 20_417, cap: 100_000, window: "month" },
    ],
  } satisfies Outputs["organization"]["billing"],
  getModel: { types: [posts] } satisfies Outputs["model"]["get"],
  listEntries: { type: posts, entries: [entry], nextCursor: null } satisfies Outputs["content"]["list"],
  getTrackingPlan: plan,
  publishTrackingPlan: { ...plan, changed: true } satisfies Outputs["trackingPlan"]["publish"],
  getEntry: { type: posts, entry } satisfies Outputs["content"]["get"],
  ingestEvents: { accepted: 2 } satisfies Outputs["events"]["ingest"],
  ...webhookExamples,
};
