import type { Issue } from "@lintel/contract";
import { nearestNames } from "./nearest-names.js";
import { allNames, type Planned } from "./plan.js";

interface Wanted {
  name: string;
  renamedFrom?: string | undefined;
}

export interface Match<T extends Planned> {
  /** What the name, or else the old name, means already. */
  known: T | undefined;
}

/** Suggestions cost a look at every name, so that a plan full of mistakes gets a few. */
const mostSuggestions = 5;

/**
 * Says for each wanted thing what it is already. A name means one thing for ever, so two that lead to the same
 * thing are an issue, and so is one that leads to two; it names the one to change.
 */
export function matchNames<T extends Planned>(
  kind: "event" | "property",
  known: readonly T[],
  wanted: readonly Wanted[],
  pathOf: PathOf,
): { matches: Match<T>[]; issues: Issue[] } {
  const issues = repetitions(wanted, pathOf);
  const owners = new Map(known.flatMap((thing) => allNames(thing).map((name) => [name, thing] as const)));
  const ofOldName = (name: string | undefined) => (name === undefined ? undefined : owners.get(name));
  const matches = wanted.map(
    ({ name, renamedFrom }): Match<T> => ({
      known: owners.get(name) ?? ofOldName(renamedFrom),
    }),
  );
  if (issues.length > 0) return { matches, issues };

  const wantedNames = new Set(wanted.map(({ name }) => name));
  for (const [index, { name, renamedFrom }] of wanted.entries()) {
    // Where nothing is planned yet there is nothing to rename: a plan's file is published to a new organization too.
    if (renamedFrom === undefined || known.length === 0) continue;
    const [present, former] = [owners.get(name), ofOldName(renamedFrom)];
    if (former && (!present || present === former)) continue;
    const candidates =
      former || issues.length >= mostSuggestions
        ? []
        : [...owners.keys()].filter((candidate) => !wantedNames.has(candidate));
    const message = former
      ? `"${name}" is or was ${an[kind]} of its own, so "${renamedFrom}" cannot become it: its name would mean two things. Choose another name, or leave \`renamedFrom\` out; "${renamedFrom}" then waits to go.`
      : unknownOldName(kind, renamedFrom, nearestNames(renamedFrom, candidates));
    issues.push({ path: pathOf(index, "renamedFrom"), message });
  }
  if (issues.length > 0) return { matches, issues };

  return { matches, issues: claimedTwice(matches, wanted, pathOf) };
}

const an = { event: "an event", property: "a property" } as const;

function unknownOldName(kind: keyof typeof an, name: string, nearest: readonly string[]): string {
  const meant = nearest.map((one) => `"${one}"`).join(", ");
  const remedy = meant ? `Did you mean ${meant}? If not, leave` : "Correct it, or leave";
  return `The plan never had ${an[kind]} called "${name}". ${remedy} \`renamedFrom\` out.`;
}

function claimedTwice<T extends Planned>(
  matches: readonly Match<T>[],
  wanted: readonly Wanted[],
  pathOf: PathOf,
): Issue[] {
  const claims = new Map<T, number>();
  // Whoever bears the present name comes first, so that the issue stands where something has to change.
  const order = matches
    .map(({ known }, index) => ({ known, index, bears: known?.name === wanted[index]?.name }))
    .sort((one, other) => Number(other.bears) - Number(one.bears));
  return order.flatMap(({ known, index }) => {
    if (!known) return [];
    const first = claims.get(known);
    claims.set(known, first ?? index);
    if (first === undefined) return [];
    const { name, renamedFrom } = wanted[index]!;
    const isOld = renamedFrom !== undefined && allNames(known).includes(renamedFrom);
    const taken = `"${isOld ? renamedFrom : name}" is an old name of "${wanted[first]!.name}", which this plan has too, and a name is never used twice.`;
    return [
      {
        path: pathOf(index, isOld ? "renamedFrom" : "name"),
        message: `${taken} Choose another, or leave "${wanted[first]!.name}" out to take the rename back.`,
      },
    ];
  });
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

/** The thing under a name that may be new to it, alive. What it was called before is known to it already. */
export function renamed<T extends Planned>(thing: T, name: string, stamp: { at: string; by: string }): T {
  const aliases = thing.aliases.filter((alias) => alias.name !== name);
  const retired = thing.retired.filter((old) => old !== name);
  if (thing.name !== name) aliases.push({ name: thing.name, ...stamp });
  return { ...thing, name, aliases, retired, deleted: null, removed: false };
}
