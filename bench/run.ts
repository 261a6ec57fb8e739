import { cpus, totalmem } from "node:os";
import { measureCachedReads } from "./src/cached-reads.js";
import { measureDashboard } from "./src/dashboard.js";
import { measureDeliveries } from "./src/deliveries.js";
import { measureIngest } from "./src/ingest.js";
import { measureInstall } from "./src/installing.js";
import { mebibytes, milliseconds, type Row, rounds } from "./src/measure.js";
import { measureLargeList } from "./src/memory.js";
import { pinning } from "./src/processes.js";
import { openLoadedService, type Service } from "./src/service.js";
import { measureStarts } from "./src/starting.js";
import { measureGrowth, measureMiss } from "./src/uncached-reads.js";
import { measureModelChanges, measureWrites } from "./src/writes.js";

/** What needs the loaded service, in the order in which one does not disturb the next. */
const onService: Record<string, (service: Service) => Promise<Row | Row[]>> = {
  cached: measureCachedReads,
  memory: measureLargeList,
  miss: measureMiss,
  growth: measureGrowth,
  model: measureModelChanges,
  writes: measureWrites,
};
const alone: Record<string, () => Promise<Row | Row[]>> = {
  events: measureIngest,
  dashboard: measureDashboard,
  deliveries: measureDeliveries,
  starts: measureStarts,
  install: measureInstall,
};

const asked = process.argv.slice(2);
const known = [...Object.keys(onService), ...Object.keys(alone)];
const unknown = asked.find((name) => !known.includes(name));
if (unknown) throw new Error(`There is no measurement "${unknown}". There are: ${known.join(", ")}.`);
const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name);

const rows: Row[] = [];
const add = async (name: string, measuring: Promise<Row | Row[]>): Promise<void> => {
  const measured = [await measuring].flat();
  rows.push(...measured);
  for (const row of measured) console.error(`${name}: ${row.figure}: ${row.measured}`);
};

if (Object.keys(onService).some(isAsked)) {
  console.error("Loading 111,100 entries…");
  const service = await openLoadedService();
  try {
    for (const [name, measure] of Object.entries(onService))
      if (isAsked(name)) await add(name, measure(service));
  } finally {
    await service.close();
  }
}
for (const [name, measure] of Object.entries(alone)) if (isAsked(name)) await add(name, measure());

console.log(`
Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${mebibytes(totalmem())} of memory, embedded PostgreSQL.
${pinning}; ${rounds} rounds in turns of ${milliseconds / 1_000} s, medians. The peers' figures were measured once, on such a machine, and are fixed.

| Figure | Must | Aim | Measured | |
| --- | --- | --- | --- | --- |
${rows.map(({ figure, must, aim, measured, isReached, note }) => `| ${figure} | ${must} | ${aim} | ${measured}${note ? `; ${note}` : ""} | ${isReached === null ? "" : isReached ? "reached" : "MISSED"} |`).join("\n")}
`);
process.exit(0);
