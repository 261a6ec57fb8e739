import type { Issue } from "@lintel/contract";
import { allNames, type Planned } from "./plan.js";

interface Wanted {
  name: string;
  renamedFrom?: string | undefined;
}

export interface Match<T extends Planned> {
  /** What the name, or else the old name, means already. */
  known: T | undefined;
  /** Something else that the old name means: the two become one. */
  absorbed: T | undefined;
}

/**
 * Says for each wanted thing what it is already. A name means one thing for ever, so two that lead to the same
 * thing are an issue, which names the one to change.
 */
export function matchNames<T extends Planned>(
  known: readonly T[],
  wanted: readonly Wanted[],
  pathOf: PathOf,
): { matches: Match<T>[]; issues: Issue[] } {
  const issues = repetitions(wanted, pathOf);
  const owners = new Map(known.flatMap((thing) => allNames(thing).map((name) => [name, thing] as const)));
  const matches = wanted.map(({ name, renamedFrom }): Match<T> => {
    const byName = owners.get(name);
    const byOldName = renamedFrom === undefined ? undefined : owners.get(renamedFrom);
    const absorbed = byName && byOldName !== byName ? byOldName : undefined;
    return { known: byName ?? byOldName, absorbed };
  });
  if (issues.length > 0) return { matches, issues };

  const claims = new Map<T, number>();
  // Whoever bears the present name comes first, so that the issue stands where something has to change.
  const order = matches
    .map((match, index) => ({ match, index, bears: match.known?.name === wanted[index]?.name }))
    .sort((one, other) => Number(other.bears) - Number(one.bears));
  for (const { match, index } of order)
    for (const thing of [match.known, match.absorbed]) {
      if (!thing) continue;
      const first = claims.get(thing);
      claims.set(thing, first ?? index);
      if (first === undefined) continue;
      const { name, renamedFrom } = wanted[index]!;
      const isOld = renamedFrom !== undefined && allNames(thing).includes(renamedFrom);
      const taken = `"${isOld ? renamedFrom : name}" is an old name of "${wanted[first]!.name}", which this plan has too, and a name is never used twice.`;
      issues.push({
        path: pathOf(index, isOld ? "renamedFrom" : "name"),
        message: `${taken} Choose another, or leave "${wanted[first]!.name}" out to take the rename back.`,
      });
    }
  return { matches, issues };
}

type PathOf = (index: number, member: "name" | "renamedFrom") => string;

/** Names that one plan uses twice. */
function repetitions(wanted: readonly Wanted[], pathOf: PathOf): Issue[] {
  const names = new Set(wanted.map(({ name }) => name));
  const [seen, renamed] = [new Set<string>(), new Set<string>()];
  return wanted.flatMap(({ name, renamedFrom }, index) => {
    const found: Issue[] = [];
    if (seen.has(name))
      found.push({ path: pathOf(index, "name"), message: `"${name}" is planned twice. Plan it once.` });
    seen.add(name);
    if (renamedFrom === undefined) return found;
    const path = pathOf(index, "renamedFrom");
    if (renamedFrom === name)
      found.push({ path, message: `"${name}" cannot be its own old name. Leave \`renamedFrom\` out.` });
    else if (names.has(renamedFrom))
      found.push({ path, message: `"${renamedFrom}" is still in this plan. Leave one of the two out.` });
    else if (renamed.has(renamedFrom))
      found.push({ path, message: `"${renamedFrom}" was renamed to two things. Name it once.` });
    renamed.add(renamedFrom);
    return found;
  });
}

/** The thing under a name that may be new to it, alive. */
export function renamed<T extends Planned>(
  thing: T,
  { name, renamedFrom }: Wanted,
  stamp: { at: string; by: string },
): T {
  const aliases = thing.aliases.filter((alias) => alias.name !== name);
  const retired = thing.retired.filter((old) => old !== name);
  if (thing.name !== name) aliases.push({ name: thing.name, ...stamp });
  const isNew =
    renamedFrom !== undefined &&
    !retired.includes(renamedFrom) &&
    !aliases.some((alias) => alias.name === renamedFrom);
  if (isNew) aliases.push({ name: renamedFrom, ...stamp });
  return { ...thing, name, aliases, retired, deleted: null, removed: false };
}
