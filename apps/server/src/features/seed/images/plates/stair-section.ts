import { circle, line, mix, type Point, path, poly, rect, type Scene, times } from "../svg.js";
import { dimension, hatch, ink, sheet } from "./drawing.js";

/** A stair cut along its length: rise, going, handrail and the person who has to climb it. */
export const stairSection: Scene = ({ width, height, palette }) => {
  const stroke = `stroke="${palette.deep}" stroke-width="3" ${ink}`;
  const [x0, y0, going, rise, count] = [250, 640, 70, 46, 9];
  const nosing = times(count + 1, (i): Point => [x0 + i * going, y0 - i * rise]);
  const profile: Point[] = nosing.flatMap(([x, y], i): Point[] =>
    i < count
      ? [
          [x, y],
          [x, y - rise],
        ]
      : [[x, y]],
  );
  const [last] = nosing.slice(-1);
  const end = last ?? [x0, y0];
  const rail = (x: number): Point => [x, y0 - 148 - ((x - x0) * rise) / going];
  const landing = rail(end[0] - 30);
  const person = (x: number, y: number): string =>
    circle(x, y - 178, 19, palette.accent) +
    path(`M${x - 20} ${y - 150}q20 -12 40 0l-4 76h-32z`, palette.accent) +
    path(`M${x - 12} ${y - 76}l-6 76h14l8 -54l24 8l2 -12l-24 -20z`, mix(palette.accent, palette.deep, 0.3));
  return [
    sheet(palette, width, height),
    hatch(palette, mix(palette.soft, palette.light, 0.4)),
    rect(80, y0, 1040, 46, "url(#hatch)", stroke),
    poly(
      [
        ...profile,
        [end[0] + 190, end[1]],
        [end[0] + 190, end[1] + 46],
        [end[0] - 10, end[1] + 60],
        [x0 + 78, y0],
      ],
      "url(#hatch)",
      stroke,
    ),
    ...nosing
      .slice(0, count)
      .map(([x, y]) => rect(x - 10, y - rise - 8, going + 10, 10, palette.second, stroke)),
    ...nosing.slice(0, count).map(([x, y]) => line([x + 36, y - rise - 6], rail(x + 36), palette.deep, 3)),
    line(rail(x0 + 10), landing, palette.dark, 12, ink),
    line(landing, [end[0] + 190, landing[1]], palette.dark, 12, ink),
    person(x0 + going * 4.5, y0 - rise * 5 - 8),
    dimension([x0 + 2 * going, 740 - 26], [x0 + 3 * going, 714], 120, palette.accent),
    dimension([170, y0 - rise], [170, y0], 80, palette.accent),
    dimension([1060, end[1]], [1060, y0], -20, palette.accent),
  ].join("");
};
