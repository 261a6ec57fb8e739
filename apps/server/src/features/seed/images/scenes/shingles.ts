import { gradient, mix, n, path, rect, type Scene, times } from "../svg.js";

/** A roof slope of rounded shingles, no two weathered alike. */
export const shingles: Scene = ({ width, height, palette, random }) => {
  const w = random.pick([128, 145, 160] as const);
  const step = w * 0.62;
  const rows = Math.ceil(height / step) + 2;
  const columns = Math.ceil(width / w) + 2;
  const phase = random.between(0, 6);
  const slate = (row: number, column: number): string => {
    const x = column * w - (row % 2 ? w / 2 : 0) - w / 2;
    const y = (row - 1) * step;
    const drift = (Math.sin(column * 0.55 + row * 0.35 + phase) + 1) / 2;
    const t = Math.min(1, Math.max(0, drift * 0.65 + random.between(-0.2, 0.4)));
    const tone = random.chance(0.05)
      ? palette.accent
      : t < 0.5
        ? mix(palette.dark, palette.mid, t * 2)
        : mix(palette.mid, palette.soft, (t - 0.5) * 1.7);
    const d = (dy: number, inset: number): string =>
      `M${n(x + inset)} ${n(y - step)}H${n(x + w - inset)}V${n(y + step * 0.75 + dy)}A${n(w / 2 - inset)} ${n(w / 2 - inset)} 0 0 1 ${n(x + inset)} ${n(y + step * 0.75 + dy)}Z`;
    return (
      path(d(14, -3), palette.deep, 'opacity="0.45"') +
      path(d(0, 2), tone) +
      path(d(-7, 9), mix(tone, palette.light, 0.1))
    );
  };
  const order = times(rows * columns, (i) => ({
    row: rows - 1 - Math.floor(i / columns),
    column: i % columns,
  }));
  return [
    "<defs>",
    gradient(
      "rake",
      [
        [0, palette.light, 0.4],
        [0.45, palette.light, 0],
        [1, palette.deep, 0.55],
      ],
      "diagonal",
    ),
    "</defs>",
    rect(0, 0, width, height, palette.deep),
    ...order.map(({ row, column }) => slate(row, column)),
    rect(0, 0, width, height, "url(#rake)"),
  ].join("");
};
