import { actions } from "./actions.js";
import { analytics } from "./analytics.js";
import { assets } from "./assets.js";
import { audit } from "./audit.js";
import { billing } from "./billing.js";
import { entries } from "./entries.js";
import { keys } from "./keys.js";
import { invitations, members } from "./members.js";
import { model } from "./model.js";
import { me, organizations } from "./organizations.js";
import { trackingPlan } from "./tracking-plan.js";
import { webhooks } from "./webhooks.js";

/** Where the management API is served, below the deployment's origin. */
export const managementApiPrefix = "/api/studio/v1";

/** The management API: what the Studio, the command line and agents share. */
export const managementContract = {
  me,
  organizations,
  members,
  invitations,
  keys,
  audit,
  model,
  actions,
  entries,
  assets,
  billing,
  webhooks,
  analytics,
  trackingPlan,
};

export type * from "./actions.js";
export type * from "./analytics-answers.js";
export type * from "./analytics-questions.js";
export {
  analyticsDimensions,
  analyticsLimits,
  analyticsOperators,
} from "./analytics-questions.js";
export type * from "./assets.js";
export type * from "./entries.js";
export type * from "./model.js";
export { personNameSchema } from "./organizations.js";

export type ManagementContract = typeof managementContract;
