import type { AnalyticsCounts } from "@lintel/contract/management";
import type { Counting } from "./count-spans.js";
import { liveMinutes } from "./limits.js";
import { none, type Question } from "./question.js";
import { countEvents, eventValues } from "./store-events.js";
import { sumValues } from "./store-values.js";

const minute = 60_000;
const pagesShown = 10;

/** Who is there now, and where: from the events themselves, which are there as soon as they were acknowledged. */
export async function readLive({ reader }: Counting, question: Question, now: number) {
  // Clients' clocks may be a minute ahead.
  const span = { from: now - liveMinutes * minute, to: now + minute };
  return await reader.read(question.organizationId, [span], async (queries) => {
    const [row] = await countEvents(queries, question, [span]);
    const pages = await sumValues(queries, [eventValues({ dimension: "page" }, question, span)], {
      sort: "visitors",
      limit: pagesShown,
    });
    const { visitors, views, events }: AnalyticsCounts = row ?? none;
    return {
      visitors,
      views,
      events,
      pages: pages
        .filter((page) => page.value !== "" && page.visitors > 0)
        .map(({ value, visitors }) => ({ value, visitors })),
    };
  });
}
