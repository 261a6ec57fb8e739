import { type Canvas, circle, gradient, mix, n, path, radial, rect, times } from "../svg.js";

/** Sky, sun with a halo, and rolling ground: the far part of every outdoor scene. */
export function sky({ width, height, palette }: Canvas, sun: { x: number; y: number; r: number }): string {
  return [
    "<defs>",
    gradient("sky", [
      [0, palette.skyTop],
      [1, palette.skyBottom],
    ]),
    radial("halo", [
      [0, palette.light, 0.85],
      [0.45, palette.light, 0.25],
      [1, palette.light, 0],
    ]),
    gradient("disc", [
      [0, palette.sun],
      [1, mix(palette.sun, palette.skyBottom, 0.55)],
    ]),
    "</defs>",
    rect(0, 0, width, height, "url(#sky)"),
    circle(sun.x, sun.y, sun.r * 3.2, "url(#halo)"),
    circle(sun.x, sun.y, sun.r, "url(#disc)"),
  ].join("");
}

/** A long soft ridge across the picture, closed at the bottom edge. */
export function ridge({ width, height, random }: Canvas, y: number, swell: number, fill: string): string {
  const step = width / 4;
  const heights = times(6, () => y + random.between(-swell, swell));
  const curve = heights
    .slice(1)
    .map((to, i) => {
      const from = heights[i] ?? y;
      const x = i * step;
      return `C${n(x + step / 2)} ${n(from)} ${n(x + step / 2)} ${n(to)} ${n(x + step)} ${n(to)}`;
    })
    .join("");
  return path(`M0 ${n(heights[0] ?? y)}${curve}V${height}H0Z`, fill);
}
