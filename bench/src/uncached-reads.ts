import { fixed, inTurns, median, milliseconds, type Row, rounds, whole } from "./measure.js";
import { load } from "./processes.js";
import type { Service } from "./service.js";

/** What the best of the peers reached on the same work, as the README lists it: it was measured once, elsewhere. */
const bestPeer = { listOf20: 55 };

/** A list of 20 out of 1,000 with a query that no cache has seen. */
export async function measureMiss(service: Service): Promise<Row> {
  const counts: number[] = [];
  let from = 0;
  let bytes = 0;
  for (let round = 0; round <= rounds; round++) {
    const count = await load({
      port: service.port,
      // Holds for every entry, and reads differently each time.
      path: "/api/v1/content/small?limit=20&where[slug][ne]=x{n}",
      headers: service.key,
      connections: 64,
      milliseconds,
      status: 200,
      from,
    });
    from += count.answers + 1_000;
    bytes = count.bytes;
    if (round > 0) counts.push(count.perSecond);
  }
  const times = median(counts) / bestPeer.listOf20;
  return {
    figure: `a miss: list of 20 out of 1,000 (${whole(bytes)} bytes), times the best peer (${bestPeer.listOf20} a second)`,
    must: "10x",
    aim: "30x",
    measured: `${fixed(times, 1)}x (${whole(median(counts))} a second)`,
    isReached: times >= 10,
  };
}

const tones = ["Essay", "Report", "Interview", "Note", "Letter"];

/** Filters and sorts as sites use them. `n` makes each query a new one. */
const queries: Record<string, (n: number) => string> = {
  "one option of five, newest date first": (n) =>
    `where[fields.tone][eq]=${tones[n % 5]}&sort=-fields.published_date&where[slug][ne]=x${n}`,
  "one author of twenty, by title": (n) =>
    `where[fields.author.slug][eq]=bench-authors-${n % 20}&sort=title&where[slug][ne]=x${n}`,
  "a range of dates and a checkbox, by number": (n) =>
    `where[fields.published_date][gte]=200${n % 9}-01-01&where[fields.featured][eq]=true&sort=fields.words&where[slug][ne]=x${n}`,
  "not one option, by checkbox and title": (n) =>
    `where[fields.tone][ne]=${tones[n % 5]}&sort=fields.featured,title&where[slug][ne]=x${n}`,
};

/** The latency of a filtered and sorted page of 20, one request at a time. */
export async function measureGrowth(service: Service): Promise<Row[]> {
  const rows: Row[] = [];
  let n = 0;
  for (const [name, query] of Object.entries(queries)) {
    const latency = (type: string) => async (): Promise<number> => {
      const times: number[] = [];
      for (let time = 0; time < 60; time++) {
        const since = performance.now();
        n += 1;
        const answer = await service.get(`/content/${type}?limit=20&${query(n)}`);
        const body = (await answer.json()) as { entries?: unknown[] };
        times.push(performance.now() - since);
        if (body.entries?.length !== 20) throw new Error(`A page of 20 was expected for ${name} of ${type}.`);
      }
      return median(times);
    };
    const [large, small] = [latency("large"), latency("small")];
    await small();
    await large();
    const { one, other, ratio, spread } = await inTurns(large, small);
    rows.push({
      figure: `page of 20 of 100,000 against 1,000: ${name}`,
      must: "3x",
      aim: "1.3x",
      measured: `${fixed(ratio)}x (${fixed(spread[0])} to ${fixed(spread[1])}; ${fixed(one, 1)} ms against ${fixed(other, 1)} ms)`,
      isReached: ratio <= 3,
    });
  }
  return rows;
}
