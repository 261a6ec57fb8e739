export { readPlan as readPlanInForce } from "./store.js";
