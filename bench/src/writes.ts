import { fixed, inTurns, median, milliseconds, type Row, rounds, whole } from "./measure.js";
import { load } from "./processes.js";
import type { Service } from "./service.js";

const bestPeer = 65;

/** Entries written through the management API, one a request, each with a body, a version and an audit record. */
export async function measureWrites(service: Service): Promise<Row> {
  const text = "A lintel carries what stands above the opening and lets the wall go on. ".repeat(14);
  const body = JSON.stringify({
    title: "Written {n}",
    fields: {
      excerpt: "Short",
      words: 420,
      tone: "Essay",
      body: { markdown: `## Opening\n\n${text}\n\n**${text}**` },
    },
  });
  const counts: number[] = [];
  let from = Date.now();
  for (let round = 0; round <= rounds; round++) {
    const count = await load({
      port: service.port,
      method: "POST",
      path: `/api/studio/v1/organizations/${service.organization}/types/hundred/entries`,
      headers: service.person,
      body,
      connections: 16,
      milliseconds,
      status: 200,
      from,
    });
    from += count.answers + 1_000;
    if (round > 0) counts.push(count.perSecond);
  }
  const times = median(counts) / bestPeer;
  return {
    figure: `entries written a second, one request each, ${whole(body.length)} bytes, times the best peer (${bestPeer} a second)`,
    must: "4x",
    aim: "12x",
    measured: `${fixed(times, 1)}x (${whole(median(counts))} a second)`,
    isReached: times >= 4,
  };
}

/** Renaming and deleting a field, of a type with 100,000 entries against one with few. */
export async function measureModelChanges(service: Service): Promise<Row[]> {
  let names = 0;
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const since = performance.now();
    await work();
    return performance.now() - since;
  };
  const makeField = async (type: string): Promise<string> => {
    names += 1;
    const made = await service.manage("POST", `/types/${type}/fields`, {
      name: `Measured ${names}`,
      type: "text",
    });
    return ((await made.json()) as { key: string }).key;
  };
  const rename = (type: string) => async (): Promise<number> => {
    const key = await makeField(type);
    const times: number[] = [];
    let path = `/types/${type}/fields/${key}`;
    for (let time = 0; time < 7; time++) {
      names += 1;
      const next = `renamed_${names}`;
      times.push(await timed(() => service.manage("PATCH", path, { key: next })));
      path = `/types/${type}/fields/${next}`;
    }
    return median(times);
  };
  const remove = (type: string) => async (): Promise<number> => {
    const path = `/types/${type}/fields/${await makeField(type)}`;
    const times: number[] = [];
    for (let time = 0; time < 7; time++) {
      times.push(await timed(() => service.manage("DELETE", path)));
      await service.manage("POST", `${path}/restore`);
    }
    return median(times);
  };
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries({ rename, delete: remove })) {
    const { one, other, ratio, spread } = await inTurns(measure("large"), measure("hundred"));
    rows.push({
      figure: `${name} a field of a type with 100,000 entries against 100`,
      must: "1.5x",
      aim: "1.0x",
      measured: `${fixed(ratio)}x (${fixed(spread[0])} to ${fixed(spread[1])}; ${fixed(one, 1)} ms against ${fixed(other, 1)} ms)`,
      isReached: ratio <= 1.5,
    });
  }
  return rows;
}
