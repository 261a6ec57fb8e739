import { setTimeout as wait } from "node:timers/promises";
import { openEmbeddedPostgres } from "../../apps/server/src/db/embedded/open.js";
import { newId } from "../../apps/server/src/db/new-id.js";
import { openPool } from "../../apps/server/src/db/open-pool.js";
import { webhookEvents } from "../../packages/contract/src/index.js";

/*
 * Writes events beside a running service, `emit-events.ts FOLDER RECEIVER ORGANIZATION…`: each line of its standard
 * input is a number of events for each organization. Answers with the seconds from their commit until every delivery
 * has arrived and is recorded.
 */

const [dataFolder = "", receiver = "", ...organizations] = process.argv.slice(2);
const log = { info() {}, warn: console.error, error: console.error };
const embedded = await openEmbeddedPostgres({ dataFolder, log });
const pool = openPool({ connectionString: embedded.connectionString, log, size: 1 });
const data = webhookEvents["entry.updated"].example;

const arrived = async (): Promise<number> => Number(await (await fetch(receiver)).text());

async function isRecorded(): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean }>(
    "select not exists (select 1 from webhook_deliveries where next_at is not null) as done",
  );
  return rows[0]?.done ?? false;
}

async function emit(count: number): Promise<number> {
  const before = await arrived();
  await pool.query("begin");
  for (const organization of organizations) {
    const ids = Array.from({ length: count }, () => newId("event"));
    await pool.query(
      "insert into webhook_events (organization_id, id, type, at, data) select $1, id, 'entry.updated', now(), $3 from unnest($2::text[]) as id",
      [organization, ids, data],
    );
    await pool.query("select pg_notify('lintel', $1)", [
      JSON.stringify({ organizationId: organization, events: true }),
    ]);
  }
  const since = performance.now();
  await pool.query("commit");
  while ((await arrived()) < before + count * organizations.length) await wait(20);
  while (!(await isRecorded())) await wait(5);
  const seconds = (performance.now() - since) / 1_000;
  // What a round leaves behind is tidied up between rounds, as autovacuum does it in the long run.
  await pool.query("vacuum (analyze) webhook_deliveries");
  return seconds;
}

process.stdout.write("ready\n");
let text = "";
for await (const chunk of process.stdin) {
  text += String(chunk);
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
    const count = Number(text.slice(0, end));
    text = text.slice(end + 1);
    process.stdout.write(`${JSON.stringify({ seconds: await emit(count) })}\n`);
  }
}
await pool.end();
await embedded.leave();
process.exit(0);
