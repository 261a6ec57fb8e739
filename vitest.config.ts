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
    hookTimeout: 60_000,
    reporters: report ? ["default", "json"] : ["default"],
    ...(report && { outputFile: { json: report } }),
  },
});
