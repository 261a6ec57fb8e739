import { type Canvas, gradient, mix, poly, rect, type Scene, times } from "../svg.js";
import { sky } from "./backdrop.js";

/** Gabled streets stacked up a hill, haze between them and windows lit in front. */
export const skyline: Scene = (canvas) => {
  const { width, height, palette, random } = canvas;
  const rows = 4;
  return [
    sky(canvas, {
      x: width * random.between(0.2, 0.8),
      y: random.between(210, 300),
      r: random.between(90, 140),
    }),
    "<defs>",
    gradient("haze", [
      [0, palette.skyBottom, 0],
      [1, palette.skyBottom, 0.55],
    ]),
    "</defs>",
    ...times(rows, (row) => street(canvas, row / (rows - 1), 400 + row * 120)),
    rect(0, height - 60, width, 60, mix(palette.deep, "#000000", 0.2)),
  ].join("");
};

function street({ width, height, palette, random }: Canvas, near: number, base: number): string {
  const wall =
    near < 0.5
      ? mix(palette.soft, palette.mid, near * 2)
      : mix(palette.mid, palette.deep, (near - 0.5) * 1.7);
  const houses: string[] = [];
  let x = random.between(-120, -20);
  while (x < width) {
    const w = random.between(90, 150) * (0.75 + near * 0.75);
    const top = base - random.between(20, 130) * (0.7 + near * 0.6);
    const tone = mix(wall, random.chance(0.5) ? palette.light : palette.deep, random.between(0, 0.12));
    const roof = mix(tone, palette.deep, 0.35);
    const rise = w * random.between(0.35, 0.6);
    const flat = random.chance(0.25);
    if (random.chance(0.55))
      houses.push(rect(x + w * random.between(0.15, 0.7), top - rise * 0.9, w * 0.11, rise, roof));
    houses.push(
      flat
        ? rect(x - 6, top - 14, w + 12, 18, roof)
        : poly(
            [
              [x - 8, top + 2],
              [x + w / 2, top - rise],
              [x + w + 8, top + 2],
            ],
            roof,
          ),
    );
    houses.push(rect(x, top, w + 1, height - top, tone));
    houses.push(rect(x + w * 0.78, top, w * 0.22 + 1, height - top, palette.deep, 'opacity="0.12"'));
    houses.push(windows(x, top, w, near));
    x += w + (random.chance(0.2) ? w * 0.2 : 0);
  }
  return (
    houses.join("") +
    rect(0, base - 40, width, height - base + 40, "url(#haze)", `opacity="${(1 - near).toFixed(2)}"`)
  );

  function windows(left: number, top: number, w: number, depth: number): string {
    const columns = w > 130 ? 3 : 2;
    const pane = w * 0.15;
    return times(columns * 3, (i) => {
      const wx = left + (w / (columns + 1)) * ((i % columns) + 1) - pane / 2;
      const wy = top + pane * 1.1 + Math.floor(i / columns) * pane * 2.7;
      const lit = random.chance(0.25 + depth * 0.25);
      return rect(
        wx,
        wy,
        pane,
        pane * 1.6,
        lit ? palette.accent : mix(palette.deep, wall, 0.45),
        `opacity="${lit ? 0.95 : 0.5}"`,
      );
    }).join("");
  }
}
