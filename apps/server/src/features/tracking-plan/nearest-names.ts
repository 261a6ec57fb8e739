/** How much two names have to share, from 0 to 1, for one to be meant by the other. */
const least = 0.4;
const most = 3;

/** The names that are most like one that was mistyped, the nearest first. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const wanted = pairsOf(name);
  return known
    .map((candidate) => ({ candidate, likeness: likenessOf(wanted, pairsOf(candidate)) }))
    .filter(({ likeness }) => likeness >= least)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Two letters each, because their number grows with the name and not with its square. */
function pairsOf(name: string): Set<string> {
  const text = ` ${name.toLowerCase()} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, index) => text.slice(index, index + 2)));
}

function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
