import { z } from "zod";

/** Null is unlimited. */
const cap = z.int().min(0).nullable();

const planSchema = z.strictObject({
  members: z.int().min(1).nullable(),
  /** A month. */
  apiRequests: cap,
  /** Bytes of files. */
  storage: cap,
  /** A month. */
  events: cap,
});

/** What an organization may use. Each cap is named like the feature that it caps. */
export type Plan = z.infer<typeof planSchema>;
export type Feature = keyof Plan;

const gigabyte = 1_000_000_000;

export const usualPlans: Readonly<Record<string, Plan>> = {
  free: { members: 3, apiRequests: 10_000, storage: gigabyte, events: 100_000 },
  pro: { members: 25, apiRequests: 1_000_000, storage: 100 * gigabyte, events: 10_000_000 },
  enterprise: { members: null, apiRequests: null, storage: null, events: null },
};

const catalogSchema = z
  .record(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/), planSchema)
  .refine((plans) => Object.keys(plans).length > 0);

/** Reads a catalog of plans from JSON. Says what is wrong with it where something is. */
export function readPlans(json: string): { plans: Record<string, Plan> } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { problem: "it is no JSON" };
  }
  const read = catalogSchema.safeParse(value);
  if (read.success) return { plans: read.data };
  const [issue] = read.error.issues;
  return { problem: `at ${issue?.path.join(".") || "its top"}: ${issue?.message}` };
}

/** The plans that this installation knows, and the one of whoever has chosen none. */
export class PlanCatalog {
  constructor(
    readonly plans: Readonly<Record<string, Plan>>,
    readonly defaultPlan: string,
    /** Whether plans can be bought here, and not only be set by the operator. */
    private readonly isForSale = false,
  ) {}

  /** What to do for more than the plan has, as the end of a sentence that offers other ways first. */
  get wayToMore(): string {
    return this.isForSale
      ? "change to a larger plan under Settings, Billing"
      : "ask the operator of this installation for a larger plan";
  }

  /** A plan that is no longer in the catalog gives what the default plan gives. */
  named(name: string | null | undefined): { name: string; plan: Plan } {
    const known = name && Object.hasOwn(this.plans, name) ? name : this.defaultPlan;
    return { name: known, plan: this.plans[known]! };
  }
}

export const usualCatalog = new PlanCatalog(usualPlans, "free");
