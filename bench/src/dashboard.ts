import { fixed, inTurns, median, type Row, whole } from "./measure.js";
import { openServiceWith, type Service } from "./service.js";

/** What a dashboard of 30 days shows, as the Studio asks for it. */
const questions = [
  "summary?compare=previous",
  "breakdown?by=page",
  "breakdown?by=source",
  "breakdown?by=country",
  "breakdown?by=device",
  "breakdown?by=browser",
  "breakdown?by=event",
];

/** A dashboard over 10,000,000 events against one over 100,000, both of 30 days. */
export async function measureDashboard(): Promise<Row[]> {
  console.error("Loading 10,100,000 events…");
  const since = performance.now();
  const service = await openServiceWith("load-events.ts");
  const loading = (performance.now() - since) / 1_000;
  try {
    return [await compare(service, loading)];
  } finally {
    await service.close();
  }
}

async function compare(service: Service, loading: number): Promise<Row> {
  const few = /^loaded (\S+)/.exec(service.loaded)?.[1] ?? "";
  const dashboard = (organization: string) => async (): Promise<number> => {
    const times: number[] = [];
    for (let time = 0; time < 20; time++) {
      const since = performance.now();
      for (const question of questions) await ask(service, organization, question);
      times.push(performance.now() - since);
    }
    return median(times);
  };
  const events = async (organization: string): Promise<number> =>
    (await ask(service, organization, "summary")).totals?.events ?? 0;
  const counted = { many: await events(service.organization), few: await events(few) };
  const { one, other, ratio, spread } = await inTurns(dashboard(service.organization), dashboard(few));
  return {
    figure: `dashboard of ${questions.length} questions, 30 days of 10 million events: against the same over 100,000`,
    must: "3x",
    aim: "1.2x",
    measured: `${fixed(ratio)}x (${fixed(spread[0])} to ${fixed(spread[1])}; ${fixed(one, 1)} ms against ${fixed(other, 1)} ms)`,
    note: `${whole(counted.many)} and ${whole(counted.few)} events without bots, loaded in ${whole(loading)} s`,
    isReached: ratio <= 3,
  };
}

async function ask(service: Service, organization: string, question: string) {
  const range = `from=${daysAgo(30)}&to=${daysAgo(1)}`;
  const path = `/api/studio/v1/organizations/${organization}/analytics/${question}`;
  const url = `http://127.0.0.1:${service.port}${path}${path.includes("?") ? "&" : "?"}${range}`;
  const answer = await fetch(url, { headers: service.person });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { totals?: { events: number } };
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
