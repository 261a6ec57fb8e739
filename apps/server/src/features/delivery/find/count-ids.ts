import type { Check } from "./check.js";
import { Parameters, type Reader, type Scope } from "./statement.js";

/** Where counting stops: sets below are hashed while an index is walked. */
export const worthHashing = 5_000;

/** Counts what each condition leaves, as far as it matters, with one statement that reads indexes alone. */
export async function countIds(reader: Reader, scope: Scope, checks: readonly Check[]): Promise<void> {
  await countUpTo(
    reader,
    scope,
    checks.filter((check) => check.isCountable && !check.count),
    worthHashing,
  );
}

export async function countUpTo(
  reader: Reader,
  scope: Scope,
  checks: readonly Check[],
  most: number,
): Promise<void> {
  const counted = checks.filter((check) => check.ids);
  if (counted.length === 0) return;
  const parameters = new Parameters(scope);
  const counts = counted.map(
    (check) => `(select count(*) from (${check.ids!(parameters)} limit ${most + 1}) ids)`,
  );
  const [row = []] = await reader.rows(`select ${counts.join(", ")}, $2::text`, parameters.values);
  counted.forEach((check, at) => {
    const ids = Number(row[at]);
    check.count = { ids, atLeast: ids > most };
  });
}
