export * from "./content.js";
export * from "./contract.js";
export * from "./errors.js";
export * from "./events.js";
export * from "./ids.js";
export * from "./model.js";
export * from "./organization.js";
export * from "./tracking-plan.js";
