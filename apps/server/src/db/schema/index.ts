export * from "./accounts.js";
export * from "./assets.js";
export * from "./audit.js";
export * from "./entries.js";
export * from "./keys.js";
export * from "./model.js";
export * from "./organizations.js";
export * from "./tracking-plan.js";
