import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./dist/db/schema/index.js",
  out: "./src/db/migrations",
  breakpoints: true,
});
