import { managementApi, may } from "../../api/management-api.js";
import type { Database } from "../../db/database.js";
import { findViolations } from "./find-violations.js";
import { presentPlan } from "./present-plan.js";
import { readPlanInForce } from "./read-plan.js";

export interface TrackingPlanServices {
  database: Database;
  now: () => number;
}

export function createTrackingPlanHandlers({ database, now }: TrackingPlanServices) {
  const api = managementApi.trackingPlan;
  const read = may("analytics.read");
  return api.router({
    read: api.read
      .use(read)
      .handler(async ({ context }) => presentPlan(await readPlanInForce(database, context.organizationId))),

    violations: api.violations.use(read).handler(async ({ input, context }) => ({
      violations: await findViolations(database, context.organizationId, input, now()),
    })),
  });
}
