import { archPath, gradient, group, mix, n, path, poly, rect, type Scene, times } from "../svg.js";
import { ridge, sky } from "./backdrop.js";

/** A wall of round arches with low sun behind it and the light lying across the floor. */
export const arcade: Scene = (canvas) => {
  const { width, height, palette, random } = canvas;
  const count = random.int(3, 5);
  const floor = 690;
  const pitch = width / count;
  const opening = pitch * random.between(0.62, 0.7);
  const shift = random.between(-0.35, 0.35) * pitch;
  const top = 330 - opening / 4 + random.between(-30, 30);
  const depth = opening * 0.17;
  const lefts = times(count + 2, (i) => (i - 1) * pitch + shift + (pitch - opening) / 2);
  const holes = (dx: number, dy: number): string =>
    lefts.map((x) => archPath(x + dx, top + dy, opening, floor + 4)).join("");
  const wall = (dx: number, dy: number): string => `M-200 -50H1800V${floor}H-200Z${holes(dx, dy)}`;
  const lit = lefts.map((x) => {
    const skew = 210;
    return poly(
      [
        [x + depth, floor],
        [x + opening, floor],
        [x + opening - skew * 1.4, height],
        [x + depth - skew * 1.9, height],
      ],
      palette.light,
      'opacity="0.42"',
    );
  });
  const voussoirs = lefts.map((x) => {
    const [r, spring] = [opening / 2 + 26, top + opening / 2];
    const edge = `stroke="${mix(palette.soft, palette.light, 0.6)}" stroke-width="${n(opening * 0.1)}" stroke-dasharray="${n(opening * 0.11)} 4" opacity="0.8"`;
    return path(
      `M${n(x + opening / 2 - r)} ${n(spring)}A${n(r)} ${n(r)} 0 0 1 ${n(x + opening / 2 + r)} ${n(spring)}`,
      "none",
      edge,
    );
  });
  return [
    sky(canvas, {
      x: random.between(0.3, 0.7) * width,
      y: random.between(430, 520),
      r: random.between(80, 120),
    }),
    ridge(canvas, 590, 40, mix(palette.skyBottom, palette.mid, 0.55)),
    ridge(canvas, 640, 25, mix(palette.mid, palette.dark, 0.35)),
    "<defs>",
    gradient("front", [
      [0, mix(palette.soft, palette.mid, 0.55)],
      [0.55, palette.soft],
      [1, mix(palette.soft, palette.light, 0.45)],
    ]),
    gradient("floor", [
      [0, mix(palette.mid, palette.dark, 0.25)],
      [1, palette.dark],
    ]),
    "</defs>",
    path(wall(depth, -6), mix(palette.dark, palette.deep, 0.15), 'fill-rule="evenodd"'),
    path(wall(0, 0), "url(#front)", 'fill-rule="evenodd"'),
    ...voussoirs,
    rect(0, 78, width, 14, mix(palette.mid, palette.dark, 0.4), 'opacity="0.35"'),
    rect(0, 60, width, 20, mix(palette.soft, palette.light, 0.7)),
    ...lefts.map((x) =>
      rect(
        x - (pitch - opening) - 6,
        top + opening / 2 - 8,
        pitch - opening + 12,
        16,
        palette.light,
        'opacity="0.85"',
      ),
    ),
    rect(0, floor, width, height - floor, "url(#floor)"),
    group(lit.join("")),
  ].join("");
};
