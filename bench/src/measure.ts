export interface Row {
  figure: string;
  must: string;
  aim: string;
  measured: string;
  isReached: boolean | null;
  note?: string;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
export const milliseconds = Number(process.env.BENCH_MS ?? 2_000);

/** Measures two things in turns, so that what else the machine does falls on both. */
export async function inTurns(
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<{ one: number; other: number; ratio: number; spread: [number, number] }> {
  const ones: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Whoever goes second would always find the machine warmer.
    const order =
      round % 2
        ? [() => other().then((n) => others.push(n)), () => one().then((n) => ones.push(n))]
        : [() => one().then((n) => ones.push(n)), () => other().then((n) => others.push(n))];
    for (const measure of order) await measure();
  }
  const ratios = ones.map((value, round) => value / (others[round] ?? Number.NaN));
  return {
    one: median(ones),
    other: median(others),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

export const whole = (value: number): string => Math.round(value).toLocaleString("en");
export const fixed = (value: number, digits = 2): string => value.toFixed(digits);
export const mebibytes = (bytes: number): string => `${fixed(bytes / 1024 / 1024, 0)} MB`;
