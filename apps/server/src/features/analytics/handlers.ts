import type { OrganizationId } from "@lintel/contract";
import { badRequest } from "../../api/api-error.js";
import { managementApi, may } from "../../api/management-api.js";
import type { RunChange } from "../changes/change.js";
import { findType } from "../model/find.js";
import type { ModelCache } from "../model/model-cache.js";
import { readPlanInForce } from "../tracking-plan/read-plan.js";
import { readConditions, type Where } from "./conditions.js";
import type { Counting } from "./count-spans.js";
import { knownSubjects, readSubject } from "./dimensions.js";
import { changePattern } from "./page-pattern.js";
import { PlanNames } from "./plan-names.js";
import type { Question } from "./question.js";
import { readRange } from "./range/read-range.js";
import { readBreakdown } from "./read-breakdown.js";
import { readEntryTraffic } from "./read-entry-traffic.js";
import { readFunnel } from "./read-funnel.js";
import { readLive } from "./read-live.js";

import { readSummary } from "./read-summary.js";
import { readVisits } from "./read-visits.js";
import { readPattern } from "./store-patterns.js";

export interface AnalyticsServices extends Counting {
  runChange: RunChange;
  models: ModelCache;
  now: () => number;
}

export function createAnalyticsHandlers(services: AnalyticsServices) {
  const { database, runChange, models, now } = services;
  const api = managementApi.analytics;
  const read = may("analytics.read");

  async function ask(organizationId: OrganizationId, where?: Where): Promise<Question> {
    const conditions = readConditions(where);
    const { events } = await readPlanInForce(database, organizationId);
    return { organizationId, conditions, names: new PlanNames(events) };
  }

  return api.router({
    summary: api.summary.use(read).handler(async ({ input, context }) => {
      const range = readRange(input, now());
      return readSummary(services, await ask(context.organizationId, input.where), range, input);
    }),

    breakdown: api.breakdown.use(read).handler(async ({ input, context }) => {
      const range = readRange(input, now());
      const subject = readSubject(input.by);
      if (!subject)
        throw badRequest([
          { path: "by", message: `Unknown: ${JSON.stringify(input.by)}. Choose one of ${knownSubjects}.` },
        ]);
      const question = await ask(context.organizationId, input.where);
      return readBreakdown(services, question, range, { ...input, subject });
    }),

    live: api.live
      .use(read)
      .handler(async ({ input, context }) =>
        readLive(services, await ask(context.organizationId, input.where), now()),
      ),

    sessions: api.sessions.use(read).handler(async ({ input, context }) => {
      const range = readRange(input, now());
      return readVisits(services, await ask(context.organizationId, input.where), range);
    }),

    funnel: api.funnel.use(read).handler(async ({ input, context }) => {
      const range = readRange({ ...input, timezone: "UTC" }, now());
      return readFunnel(services, await ask(context.organizationId, input.where), range, input.steps);
    }),

    readPagePattern: api.readPagePattern.use(read).handler(async ({ input, context }) => {
      const type = findType(await models.get(context.organizationId), input.contentType);
      return { pattern: await readPattern(database, context.organizationId, type.id) };
    }),

    writePagePattern: api.writePagePattern
      .use(may("model.write"))
      .handler(({ input, context }) =>
        changePattern(runChange, context.organizationId, context.actor, input.contentType, input.pattern),
      ),

    entryTraffic: api.entryTraffic.use(read).handler(async ({ input, context }) => {
      const range = readRange(input, now());
      return readEntryTraffic(services, await ask(context.organizationId), range, input.entry, input);
    }),
  });
}
