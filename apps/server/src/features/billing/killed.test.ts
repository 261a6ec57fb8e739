import { expect, it } from "vitest";
import { Command } from "../../testing/command.js";
import { freePort } from "../../testing/free-port.js";
import { startTestServer } from "../../testing/server.js";
import { readCounters } from "./store.js";
import { monthOf } from "./usage-window.js";

it("counts every request that was answered, also when the process is killed at any moment", async () => {
  const beside = await startTestServer();
  const { key, organization } = await beside.workspace();
  const port = await freePort();
  let [sent, answered] = [0, 0];
  for (const killAfter of [1, 40 + Math.floor(Math.random() * 200)]) {
    const server = Command.start(["serve"], {
      DATABASE_URL: beside.databaseUrl,
      LINTEL_DATA: beside.dataFolder,
      LINTEL_DEFAULT_PLAN: "enterprise",
      LINTEL_API_PER_MINUTE: "1000000",
      PORT: String(port),
    });
    await server.prints("Lintel runs at");
    const target = answered + killAfter;
    let killed = false;
    const client = async () => {
      while (!killed) {
        sent += 1;
        const url = `http://127.0.0.1:${port}/api/v1/org`;
        const answer = await fetch(url, { headers: { "x-api-key": key } }).catch(() => undefined);
        if (answer?.status === 200) answered += 1;
        if (answered < target || killed) continue;
        killed = true;
        server.child.kill("SIGKILL");
      }
    };
    await Promise.all(Array.from({ length: 8 }, client));
    await server.end();
  }
  const { database } = beside.services;
  const { apiRequests = 0 } = await readCounters(database, organization, monthOf(new Date()));
  expect(apiRequests).toBeGreaterThanOrEqual(answered);
  expect(apiRequests).toBeLessThanOrEqual(sent);
  await beside.close();
}, 120_000);
