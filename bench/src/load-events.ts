import { type Database, openDatabase } from "../../apps/server/src/db/database.js";
import { openEmbeddedPostgres } from "../../apps/server/src/db/embedded/open.js";
import { newId } from "../../apps/server/src/db/new-id.js";
import { openPool } from "../../apps/server/src/db/open-pool.js";
import { members, organizations } from "../../apps/server/src/db/schema/index.js";
import { Partitions } from "../../apps/server/src/features/events/ingest/partitions.js";
import { replaceRollups } from "../../apps/server/src/features/events/rollups/store.js";
import type { OrganizationId } from "../../packages/contract/src/index.js";

/*
 * Loads 30 days of events beside a running service: `load-events.ts FOLDER ORGANIZATION EMAIL`. 10,000,000 go to that
 * organization and 100,000 to another of the same person. Prints `loaded ORGANIZATION-OF-THE-FEW` when done.
 *
 * Rows go straight into the partitions. Days are rolled up by the function that the worker runs for a day; of the hours
 * only the totals are made, by one statement: they say what counting event by event would cost.
 */

const day = 86_400_000;
const days = 30;
const [dataFolder = "", organizationId = "", email = ""] = process.argv.slice(2);
const log = { info() {}, warn: console.error, error: console.error };
const embedded = await openEmbeddedPostgres({ dataFolder, log });
// Of these connections alone: the service that is measured keeps what it has.
const settings = encodeURIComponent("-c synchronous_commit=off -c work_mem=256MB");
const { connectionString } = embedded;
const pool = openPool({
  connectionString: `${connectionString}${connectionString.includes("?") ? "&" : "?"}options=${settings}`,
  log,
  size: 4,
});
const database = openDatabase(pool);
const large = organizationId as OrganizationId;
const small = await addOrganization(database);
const today = Math.floor(Date.now() / day) * day;
const starts = Array.from({ length: days }, (_, index) => today - (index + 1) * day);
await new Partitions(database).require(starts);
const load = async (start: number): Promise<void> => {
  await loadDay(large, start, 10_000_000 / days);
  await loadDay(small, start, 100_000 / days);
};
// One for each core.
const queue = [...starts];
await Promise.all(
  [1, 2].map(async () => {
    for (let start = queue.pop(); start !== undefined; start = queue.pop()) await load(start);
  }),
);
await pool.query("vacuum (analyze) event_days");
await pool.query("vacuum (analyze) event_hours");
await pool.end();
await embedded.leave();
process.stdout.write(`loaded ${small}\n`);
process.exit(0);

async function addOrganization(to: Database): Promise<OrganizationId> {
  const id = newId("organization");
  await to.insert(organizations).values({ id, name: "Few events", slug: id.replace("_", "-") });
  const owner = await to.query.users.findFirst({ where: (user, { eq }) => eq(user.email, email) });
  if (!owner) throw new Error(`Nobody has the address ${email}.`);
  await to
    .insert(members)
    .values({ organizationId: id, id: newId("member"), userId: owner.id, role: "owner" });
  return id;
}

/** Events of one day: a visitor has eight, and pages, sources and places are as uneven as they are on a site. */
async function loadDay(to: OrganizationId, start: number, count: number): Promise<void> {
  const [from, end] = [new Date(start), new Date(start + day)];
  await pool.query(
    `insert into events (organization_id, at, received_at, sent_timestamp, visitor, bot, over_quota, name, host, path,
        route, referrer_host, source, country, device, browser, os, props)
      select $1, at, at, 0, hashint8extended(visitor, $4), n % 50 = 0, false,
        case when n % 7 = 0 then 'signup' when n % 11 = 0 then 'search' else 'pageview' end, 'example.org',
        '/posts/' || (500 * skewed * skewed)::int, '/posts/[slug]', referrer, referrer,
        (array['DE', 'FR', 'US', 'GB', 'NL', 'AT', 'CH', 'PL', 'ES', 'IT'])[1 + (10 * skewed)::int % 10],
        (array['desktop', 'mobile', 'tablet'])[1 + visitor % 3],
        (array['Firefox', 'Chrome', 'Safari', 'Edge'])[1 + visitor % 4],
        (array['Linux', 'Windows', 'macOS', 'iOS', 'Android'])[1 + visitor % 5],
        case when n % 7 = 0 then '{"plan": "pro"}'::jsonb end
      from (
        select n, $2::timestamptz + n * interval '1 millisecond' * (86399999.0 / $3::int) as at,
          (random() * $3::int / 8)::bigint as visitor, random() as skewed,
          (array[null, 'news.example', 'search.example', 'social.example', 'mail.example'])[1 + (5 * random())::int % 5] as referrer
        from generate_series(1, $3::int) as n
      ) as made`,
    [to, from, Math.round(count), start],
  );
  await database.transaction((tx) =>
    replaceRollups(tx, { grain: "day", organizationId: to, start: from, end }),
  );
  await pool.query(
    `insert into event_hours (organization_id, hour, dimension, value, other, events, views, visitors)
      select $1, date_trunc('hour', at), 'total', '', false, count(*), count(*) filter (where name = 'pageview'),
        count(distinct visitor)
      from events where organization_id = $1 and at >= $2 and at < $3 and not bot group by 2`,
    [to, from, end],
  );
}
