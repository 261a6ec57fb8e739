import { openEmbeddedPostgres } from "../../apps/server/src/db/embedded/open.js";
import { openPool } from "../../apps/server/src/db/open-pool.js";
import { writtenColumns } from "../../apps/server/src/features/events/ingest/event-row.js";
import { copyEvents } from "../../apps/server/src/features/events/store.js";

/*
 * What PostgreSQL itself takes, beside a running service: `write-rows.ts FOLDER ORGANIZATION`. For each line
 * `copy|json CONNECTIONS MILLISECONDS` that it reads it writes events in batches of 1,000, each committed, and prints
 * how many rows a second went in.
 */

const [dataFolder = "", organization = ""] = process.argv.slice(2);
const log = { info() {}, warn: console.error, error: console.error };
const embedded = await openEmbeddedPostgres({ dataFolder, log });
const pool = openPool({ connectionString: embedded.connectionString, log, size: 8 });

const batchSize = 1_000;

function rowsOf(now: number) {
  const at = new Date(now).toISOString();
  return Array.from({ length: batchSize }, (_, index) => ({
    organization_id: organization,
    at,
    received_at: at,
    sent_timestamp: String(now),
    visitor: String(now * 1_000 + (index >> 2)),
    bot: "f",
    over_quota: "f",
    name: "pageview",
    host: "www.example.org",
    path: `/posts/${now}${index}`,
    route: "/posts/[slug]",
    referrer: "//news.example.com/today",
    referrer_host: "news.example.com",
    source: "newsletter",
    utm_source: "newsletter",
    utm_medium: "email",
    country: "DE",
    device: "desktop",
    browser: "Firefox",
    os: "Linux",
    props: '{"plan":"pro","position":3}',
  }));
}

type BenchRow = Partial<Record<(typeof writtenColumns)[number], string>>;

const copied = (row: BenchRow): string => `${writtenColumns.map((name) => row[name] ?? "\\N").join("\t")}\n`;

const types: Record<string, string> = {
  at: "timestamptz",
  received_at: "timestamptz",
  sent_timestamp: "bigint",
  visitor: "bigint",
  bot: "boolean",
  over_quota: "boolean",
  props: "jsonb",
  metadata: "jsonb",
};
const names = writtenColumns.join(", ");
const insertJson = `insert into events (${names}) select ${names} from json_to_recordset($1::json) as row(${writtenColumns
  .map((name) => `${name} ${types[name] ?? "text"}`)
  .join(", ")})`;

/** What each way sends is made before it is measured, so that the database is what is measured. */
const ways: Record<string, () => () => Promise<unknown>> = {
  copy() {
    const rows = Buffer.from(rowsOf(Date.now()).map(copied).join(""));
    return async () => {
      const client = await pool.connect();
      await copyEvents(client, rows);
      client.release();
    };
  },
  json() {
    const rows = JSON.stringify(rowsOf(Date.now()));
    return () => pool.query(insertJson, [rows]);
  },
};

process.stdin.setEncoding("utf8").on("data", async (line: string) => {
  const [way = "", connections = "1", milliseconds = "1000"] = line.trim().split(" ");
  const write = ways[way]?.();
  const since = performance.now();
  let rows = 0;
  await Promise.all(
    Array.from({ length: Number(connections) }, async () => {
      while (performance.now() - since < Number(milliseconds)) {
        await write?.();
        rows += batchSize;
      }
    }),
  );
  process.stdout.write(`rows ${(rows / (performance.now() - since)) * 1_000}\n`);
});
process.stdout.write("ready\n");
