import { archPath, circle, ellipse, gradient, mix, n, path, poly, rect, type Scene, times } from "../svg.js";
import { ridge, sky } from "./backdrop.js";

/** A walled garden: a door, a straight path, clipped trees and beds on either side. */
export const garden: Scene = (canvas) => {
  const { width, height, palette, random } = canvas;
  const door = width * random.between(0.36, 0.64);
  const wallTop = random.between(350, 400);
  const ground = 610;
  const cypress = (x: number, base: number, h: number): string =>
    path(
      `M${n(x)} ${n(base)}C${n(x - h * 0.2)} ${n(base - h * 0.2)} ${n(x - h * 0.12)} ${n(base - h * 0.75)} ${n(x)} ${n(base - h)}C${n(x + h * 0.12)} ${n(base - h * 0.75)} ${n(x + h * 0.2)} ${n(base - h * 0.2)} ${n(x)} ${n(base)}Z`,
      palette.dark,
    ) +
    path(
      `M${n(x)} ${n(base)}C${n(x + h * 0.2)} ${n(base - h * 0.2)} ${n(x + h * 0.12)} ${n(base - h * 0.75)} ${n(x)} ${n(base - h)}Z`,
      palette.deep,
      'opacity="0.55"',
    );
  const orange = (x: number, base: number, r: number): string =>
    [
      rect(x - 5, base - r * 1.5, 10, r * 1.5, palette.deep),
      circle(x, base - r * 2, r, palette.dark),
      circle(x - r * 0.22, base - r * 2.2, r * 0.74, mix(palette.dark, palette.mid, 0.55)),
      ...times(6, (i) =>
        circle(
          x + Math.cos(i * 1.9) * r * 0.6,
          base - r * 2 + Math.sin(i * 2.3) * r * 0.6,
          r * 0.1,
          palette.accent,
        ),
      ),
      poly(
        [
          [x - r * 0.5, base - 4],
          [x + r * 0.5, base - 4],
          [x + r * 0.38, base + r * 0.6],
          [x - r * 0.38, base + r * 0.6],
        ],
        palette.accent,
      ),
      rect(x - r * 0.56, base - 10, r * 1.12, r * 0.2, mix(palette.accent, palette.light, 0.25)),
    ].join("");
  const bed = (side: -1 | 1, row: number): string => {
    const t0 = row * 0.3 + 0.08;
    const t1 = t0 + 0.2;
    const [y0, y1] = [ground + (height - ground) * t0 ** 1.15, ground + (height - ground) * t1 ** 1.15];
    const inner = (t: number): number => door + side * (64 + 190 * t);
    const outer = side < 0 ? -40 : width + 40;
    const tone = [palette.dark, mix(palette.dark, palette.mid, 0.5), palette.dark][row] ?? palette.dark;
    const flowers = times(16, () => {
      const f = random.next();
      const x = inner(t1) + (outer - inner(t1)) * f;
      return circle(
        x,
        random.between(y0 + 4, y1 - 2),
        random.between(3, 6) * (1 + row * 0.6),
        random.pick([palette.accent, palette.second, palette.light]),
      );
    });
    return (
      poly(
        [
          [inner(t0), y0],
          [outer, y0],
          [outer, y1],
          [inner(t1), y1],
        ],
        tone,
      ) +
      rect(Math.min(inner(t1), outer), y1, Math.abs(outer - inner(t1)), 10, palette.deep, 'opacity="0.35"') +
      flowers.join("")
    );
  };
  const round = (x: number, base: number, h: number): string =>
    rect(x - 7, base - h * 0.5, 14, h * 0.5, palette.deep) +
    circle(x, base - h * 0.68, h * 0.27, palette.dark) +
    circle(x - h * 0.06, base - h * 0.72, h * 0.19, mix(palette.dark, palette.mid, 0.4));
  const tall = random.chance(0.5) ? cypress : round;
  const left = times(3, (i) =>
    tall(door - 260 - i * random.between(170, 215), ground + 8, random.between(290, 420)),
  );
  const right = times(3, (i) =>
    tall(door + 260 + i * random.between(170, 215), ground + 8, random.between(290, 420)),
  );
  return [
    sky(canvas, {
      x: door + random.pick([-1, 1]) * random.between(200, 380),
      y: random.between(200, 280),
      r: random.between(80, 110),
    }),
    ridge(canvas, wallTop - 40, 50, mix(palette.skyBottom, palette.mid, 0.5)),
    ridge(canvas, wallTop, 26, mix(palette.skyBottom, palette.mid, 0.85)),
    "<defs>",
    gradient("wall", [
      [0, mix(palette.second, palette.light, 0.5)],
      [1, mix(palette.second, palette.accent, 0.35)],
    ]),
    gradient("lawn", [
      [0, palette.soft],
      [1, palette.mid],
    ]),
    gradient("way", [
      [0, palette.light],
      [1, mix(palette.light, palette.second, 0.4)],
    ]),
    "</defs>",
    rect(0, wallTop, width, ground - wallTop, "url(#wall)"),
    rect(0, wallTop - 12, width, 18, mix(palette.accent, palette.light, 0.3)),
    rect(0, wallTop + 6, width, 8, palette.deep, 'opacity="0.18"'),
    path(archPath(door - 74, wallTop + 42, 148, ground), mix(palette.light, palette.second, 0.25)),
    path(archPath(door - 56, wallTop + 60, 112, ground), palette.deep),
    path(
      archPath(door - 56, wallTop + 60, 56, ground).replace(
        /A.*?(?=V)/,
        `Q${n(door - 40)} ${n(wallTop + 66)} ${n(door)} ${n(wallTop + 62)}`,
      ),
      palette.accent,
    ),
    rect(0, ground, width, height - ground, "url(#lawn)"),
    poly(
      [
        [door - 60, ground],
        [door + 60, ground],
        [door + 270, height],
        [door - 270, height],
      ],
      "url(#way)",
    ),
    ...left,
    ...right,
    ...([-1, 1] as const).flatMap((side) => times(3, (row) => bed(side, row))),
    ellipse(door - 330, 838, 90, 12, palette.deep, 'opacity="0.3"'),
    ellipse(door + 330, 838, 90, 12, palette.deep, 'opacity="0.3"'),
    orange(door - 330, 790, 78),
    orange(door + 330, 790, 78),
  ].join("");
};
