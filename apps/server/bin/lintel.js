#!/usr/bin/env node
import { buildIfStale } from "./build-if-stale.js";

const built = await buildIfStale();
if (built) {
  const { run } = await import("../dist/cli/run.js");
  await run(process.argv);
} else {
  process.exitCode = 1;
}
