import { PlanCatalog } from "../features/billing/plans.js";

const unlimited = { members: null, apiRequests: null, storage: null, events: null };

/** For tests of anything but plans, which make as many members and requests as they need. */
export const unlimitedPlans = new PlanCatalog({ unlimited }, "unlimited");
