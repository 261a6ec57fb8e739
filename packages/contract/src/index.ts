export * from "./ids.js";
