import { sql } from "drizzle-orm";
import type { Queries } from "../../db/database.js";
import type { Counting } from "./count-spans.js";
import type { Subject } from "./dimensions.js";
import { isRolledUp, type Question, rollupFor } from "./question.js";
import type { Span } from "./range/cut-buckets.js";
import { piecesOf } from "./range/pieces.js";
import { eventValues } from "./store-events.js";
import { type CountsRow, dailyValues, haveNamesMet, isPending, readRare } from "./store-rollups.js";
import { type Choice, chosen, sumValues, type ValueRow } from "./store-values.js";

export interface CountedValues {
  rows: ValueRow[];
  rare: CountsRow | undefined;
  isExact: boolean;
  /** Whether the rollups that answered lack events. */
  isPending: boolean;
}

/** Counts by what the events of a span say of a subject: whole days from the rollups where they know it. */
export async function countValues(
  counting: Counting,
  question: Question,
  subject: Subject,
  span: Span,
  choice: Choice,
): Promise<CountedValues> {
  const dimension = rollupOfSubject(subject, question);
  const { days, edges } = piecesOf(span);
  if (dimension === undefined || !days) return countRaw(counting, question, subject, span, choice);

  const { reader } = counting;
  const { organizationId } = question;
  const [rare, isExact] = await reader.bounded(async (queries) => {
    const rare = await readRare(queries, organizationId, dimension, days);
    return [
      rare,
      !rare && !(dimension === "event" && (await haveNamesMet(queries, question, days))),
    ] as const;
  });
  if (!isExact && !(await reader.refusal(organizationId, [span])))
    return countRaw(counting, question, subject, span, choice);

  const pending = await isPending(counting.database, organizationId, "day", days);
  const sources = [
    dailyValues(dimension, question, days),
    ...edges.map((edge) => eventValues(subject, question, edge)),
  ].map((source) => sql`select * from (${source}) as source where ${chosen(choice)}`);
  const sum = (queries: Queries) => sumValues(queries, sources, choice);
  const rows = await (edges.length === 0 ? reader.bounded(sum) : reader.read(organizationId, edges, sum));
  // With conditions nobody can tell which of the rare ones meet them.
  return { rows, rare: question.conditions.length === 0 ? rare : undefined, isExact, isPending: pending };
}

/** The dimension of the rollups that has both the values and all that is asked of them. */
function rollupOfSubject(subject: Subject, question: Question): string | undefined {
  if (!("dimension" in subject) || !isRolledUp(subject.dimension)) return undefined;
  const conditionsOn = rollupFor(question);
  return conditionsOn === "total" || conditionsOn === subject.dimension ? subject.dimension : undefined;
}

async function countRaw(
  { reader }: Counting,
  question: Question,
  subject: Subject,
  span: Span,
  choice: Choice,
): Promise<CountedValues> {
  const source = sql`select * from (${eventValues(subject, question, span)}) as source where ${chosen(choice)}`;
  const rows = await reader.read(question.organizationId, [span], (queries) =>
    sumValues(queries, [source], choice),
  );
  return { rows, rare: undefined, isExact: true, isPending: false };
}
