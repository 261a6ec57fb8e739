import type { Check } from "./check.js";
import type { FindContext } from "./find-context.js";
import { Parameters } from "./statement.js";

/** Counts what each condition leaves, as far as it matters and can be told without reading every entry. */
export async function countIds(context: FindContext, checks: readonly Check[]): Promise<void> {
  const { hashed, hashedIfDear } = context.thresholds;
  const uncounted = checks.filter((check) => check.counting !== "none" && !check.count);
  await countUpTo(context, uncounted, ({ counting }) => (counting === "cheap" ? hashed : hashedIfDear));
}

export async function countUpTo(
  { reader, scope }: FindContext,
  checks: readonly Check[],
  most: (check: Check) => number,
): Promise<void> {
  const counted = checks.filter((check) => check.ids);
  if (counted.length === 0) return;
  const parameters = new Parameters(scope);
  const counts = counted.map(
    (check) => `(select count(*) from (${check.ids!(parameters)} limit ${most(check) + 1}) ids)`,
  );
  const [row = []] = await reader.rows(`select ${counts.join(", ")}, $2::text`, parameters.values);
  counted.forEach((check, at) => {
    const ids = Number(row[at]);
    check.count = { ids, atLeast: ids > most(check) };
  });
}
