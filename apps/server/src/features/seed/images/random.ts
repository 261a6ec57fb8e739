/** A small generator whose sequence depends on the name alone, so an image is the same on every machine. */
export interface Random {
  next(): number;
  between(low: number, high: number): number;
  int(low: number, high: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
}

export function randomFrom(name: string): Random {
  let state = fnv1a(name);
  const next = (): number => {
    // mulberry32: short, and even enough that neighbouring names do not look alike.
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    between: (low, high) => low + next() * (high - low),
    pick: (choices) => choices[int(0, choices.length - 1)] ?? choices[0],
    chance: (probability) => next() < probability,
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}
