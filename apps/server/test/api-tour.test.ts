import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startTestServer } from "../src/testing/server.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What needs more than an empty service: Stripe, and name servers that know the receiver of webhooks. */
const needsMore = /^ask POST .*billing\/checkout.*$/m;
const receiver = "https://example.com/webhooks";

test("every line of docs/api.md runs, in its order, on an empty service", async () => {
  const page = await readFile(`${root}docs/api.md`, "utf8");
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
  expect(blocks.length).toBeGreaterThan(7);
  expect(page).toMatch(needsMore);
  expect(page).toContain(receiver);

  const server = await startTestServer({ environment: { LINTEL_ALLOW_PRIVATE_WEBHOOKS: "1" } });
  const script = blocks
    .join("\n")
    .replace("http://localhost:4000", server.origin)
    .replace(needsMore, "")
    .replace(receiver, `${server.url}/ready`)
    .replaceAll("-c jar", "-c $JAR")
    .replaceAll("-b jar", "-b $JAR");
  // A request that fails fails the line that sent it.
  const prelude = `set -euxo pipefail\ncurl() { command curl --fail-with-body -S "$@" && echo; }\n`;
  const jar = `${server.dataFolder}/jar`;
  try {
    const options = { cwd: root, env: { ...process.env, JAR: jar } };
    const { stdout } = await promisify(execFile)("bash", ["-c", prelude + script], options);
    expect(stdout).toContain('{"accepted":1}');
  } finally {
    await rm(jar, { force: true });
    await server.close();
  }
});
