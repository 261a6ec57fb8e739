import { fixed, inTurns, median, milliseconds, type Row, whole } from "./measure.js";
import { type Child, cores, lineOf, load, start, stop } from "./processes.js";
import { openServiceWith, type Service } from "./service.js";

const batchSize = 20;
/** With one the database waits for who sends, with two or more it is busy all the time. */
const connections = 2;

/** Events taken in over HTTP in batches of 20, against what the database takes of the same rows by itself. */
export async function measureIngest(): Promise<Row> {
  const service = await openServiceWith();
  try {
    return await measureOn(service);
  } finally {
    await service.close();
  }
}

async function measureOn(service: Service): Promise<Row> {
  const writer = start(
    [
      process.execPath,
      "--import",
      "tsx",
      new URL("write-rows.ts", import.meta.url).pathname,
      service.dataFolder,
      service.organization,
    ],
    { core: cores.load },
  );
  try {
    await lineOf(writer, /^ready/);
    return await compare(service, writer);
  } finally {
    await stop(writer);
  }
}

async function compare(service: Service, writer: Child): Promise<Row> {
  let from = 0;
  const overHttp = async (): Promise<number> => {
    const count = await load({
      port: service.port,
      method: "POST",
      path: "/api/v1/events",
      headers: { ...service.key, "content-type": "application/json" },
      body: batchOf(batchSize),
      connections: 64,
      milliseconds,
      status: 200,
      from,
    });
    from += count.answers + 1_000;
    return count.perSecond * batchSize;
  };
  await overHttp();
  await rowsBy(writer, "json");
  const copied: number[] = [];
  const { one, other, ratio, spread } = await inTurns(overHttp, async () => {
    copied.push(await rowsBy(writer, "copy"));
    return rowsBy(writer, "json");
  });
  return {
    figure:
      "`POST /events`, batches of 20, answered after commit: share of what PostgreSQL itself takes in batches of 1,000",
    must: "0.4",
    aim: "0.7",
    measured: `${fixed(ratio)} (${fixed(spread[0])} to ${fixed(spread[1])}; ${whole(one)} events a second against ${whole(other)} rows by one JSON parameter)`,
    note: `by COPY, which is how the service writes, PostgreSQL takes ${whole(median(copied))}, of which it is ${fixed(one / median(copied))}`,
    isReached: ratio >= 0.4,
  };
}

async function rowsBy(writer: Child, way: "copy" | "json"): Promise<number> {
  const line = lineOf(writer, /^rows /);
  writer.stdin.write(`${way} ${connections} ${milliseconds}\n`);
  return Number((await line).slice("rows ".length));
}

function batchOf(events: number): string {
  const timestamp = Date.now();
  return JSON.stringify({
    context: { visitor: "v{n}", country: "DE", device: "desktop", browser: "Firefox", os: "Linux" },
    events: Array.from({ length: events }, (_, index) => ({
      name: "pageview",
      timestamp: timestamp + index,
      url: `https://www.example.org/posts/{n}${index}?utm_source=newsletter&utm_medium=email&session=4711`,
      route: "/posts/[slug]",
      referrer: "https://news.example.com/today?edition=7",
      props: { plan: "pro", position: index },
    })),
  });
}
