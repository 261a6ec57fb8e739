import { defineConfig } from "vitest/config";

const report = process.env.LINTEL_TEST_REPORT;

export default defineConfig({
  resolve: { conditions: ["lintel-source"] },
  ssr: { resolve: { conditions: ["lintel-source"] } },
  test: {
    include: ["{packages,apps}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    globalSetup: ["apps/server/src/testing/global-setup.ts"],
    pool: "forks",
    // Vitest would leave a core to itself, which on two cores doubles the time.
    maxWorkers: 2,
    testTimeout: 30_000,
    // A machine that stands still for seconds fails a test of time-outs once. What fails twice is wrong.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 60_000,
    reporters: report ? ["default", "json"] : ["default"],
    ...(report && { outputFile: { json: report } }),
  },
});
