import type { AnalyticsCounts } from "@lintel/contract/management";
import type { Database, Queries } from "../../db/database.js";
import type { EventReader } from "./event-reader.js";
import { none, type Question, rollupFor } from "./question.js";
import type { Span } from "./range/cut-buckets.js";
import { piecesOf } from "./range/pieces.js";
import { countEvents } from "./store-events.js";
import { areRollupsExact, type CountsRow, type Grain, isPending, readRollups } from "./store-rollups.js";

export interface Counting {
  database: Database;
  reader: EventReader;
}

export interface Counted {
  counts: AnalyticsCounts[];
  isExact: boolean;
  /** Whether the rollups that answered lack events. Those that are counted one by one are all there. */
  isPending: boolean;
}

/** Counts within each of spans that come one after the other: from the rollups what they know, and else by event. */
export async function countSpans(
  counting: Counting,
  question: Question,
  spans: readonly Span[],
): Promise<Counted> {
  const dimension = rollupFor(question);
  const byEvent = async (): Promise<Counted> => ({
    counts: await countRaw(counting, question, spans),
    isExact: true,
    isPending: false,
  });
  if (dimension === undefined) return await byEvent();

  const pieces = spans.map(piecesOf);
  const parts = { day: pieces.map(({ days }) => days), hour: pieces.map((piece) => piece.hour) };
  const { reader } = counting;
  const isExact = await reader.bounded((queries) => areExact(queries, dimension, question, parts));
  if (!isExact && !(await reader.refusal(question.organizationId, spans))) return await byEvent();

  // Before they are read: what is counted meanwhile may be in the answer, and what is not is said to lack.
  const pending = await arePending(counting.database, question, parts);
  const counts = spans.map(() => ({ ...none }));
  const edges = pieces.flatMap((piece, place) => piece.edges.map((span) => ({ span, place })));
  const ofEdges = await countRaw(
    counting,
    question,
    edges.map(({ span }) => span),
  );
  for (const [index, { place }] of edges.entries()) add(counts[place]!, ofEdges[index]!);
  for (const grain of grains) {
    const rolledUp = withPlaces(parts[grain]);
    if (rolledUp.length === 0) continue;
    const within = rolledUp.map(({ span }) => span);
    const rows = await reader.bounded((queries) => readRollups(queries, grain, dimension, question, within));
    for (const row of rows) add(counts[rolledUp[row.place]!.place]!, row);
  }
  return { counts, isExact, isPending: pending };
}

const grains = ["day", "hour"] as const;

async function areExact(
  queries: Queries,
  dimension: string,
  question: Question,
  parts: Record<Grain, (Span | null)[]>,
): Promise<boolean> {
  for (const grain of grains) {
    const whole = hullOf(parts[grain]);
    if (whole && !(await areRollupsExact(queries, grain, dimension, question, whole))) return false;
  }
  return true;
}

async function arePending(
  queries: Queries,
  { organizationId }: Question,
  parts: Record<Grain, (Span | null)[]>,
): Promise<boolean> {
  for (const grain of grains) {
    const whole = hullOf(parts[grain]);
    if (whole && (await isPending(queries, organizationId, grain, whole))) return true;
  }
  return false;
}

function hullOf(spans: readonly (Span | null)[]): Span | undefined {
  const [first, last] = [spans.find((span) => span), spans.findLast((span) => span)];
  return first && last ? { from: first.from, to: last.to } : undefined;
}

const withPlaces = (spans: readonly (Span | null)[]) =>
  spans.flatMap((span, place) => (span ? [{ span, place }] : []));

/** One statement for each run of spans that follow on one another, so that no more is read than they hold. */
async function countRaw(
  { reader }: Counting,
  question: Question,
  spans: readonly Span[],
): Promise<AnalyticsCounts[]> {
  if (spans.length === 0) return [];
  const counts = spans.map(() => ({ ...none }));
  await reader.read(question.organizationId, spans, async (queries) => {
    for (let first = 0; first < spans.length; ) {
      let next = first + 1;
      while (next < spans.length && spans[next]!.from === spans[next - 1]!.to) next += 1;
      const rows = await countEvents(queries, question, spans.slice(first, next));
      for (const row of rows) add(counts[first + row.place]!, row);
      first = next;
    }
  });
  return counts;
}

function add(to: AnalyticsCounts, { visitors, views, events }: CountsRow): void {
  to.visitors += visitors;
  to.views += views;
  to.events += events;
}
