import { circle, ellipse, gradient, mix, type Point, poly, rect, type Scene } from "../svg.js";
import { ridge, sky } from "./backdrop.js";

/** A timber frame on the day it is raised: two bents, their braces and the plates between them. */
export const frame: Scene = (canvas) => {
  const { width, height, palette, random } = canvas;
  const ground = 760;
  const half = random.between(390, 450);
  const cx = width / 2 + random.between(-120, 60);
  const eaves = random.between(400, 440);
  const apex = random.between(150, 200);
  const back = { dx: random.between(150, 190), dy: -44, scale: 0.86 };
  const place = ([x, y]: Point, far: boolean): Point =>
    far ? [cx + x * back.scale + back.dx, ground + (y - ground) * back.scale + back.dy] : [cx + x, y];
  const beam = (from: Point, to: Point, thick: number, far: boolean): string => {
    const [a, b] = [place(from, far), place(to, far)];
    const size = thick * (far ? back.scale : 1);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const [nx, ny] = [(-(b[1] - a[1]) / length) * (size / 2), ((b[0] - a[0]) / length) * (size / 2)];
    const face = far ? mix(palette.mid, palette.dark, 0.55) : palette.soft;
    const side = far ? mix(palette.dark, palette.deep, 0.3) : mix(palette.mid, palette.dark, 0.45);
    const quad = (dx: number, dy: number): Point[] => [
      [a[0] + nx + dx, a[1] + ny + dy],
      [b[0] + nx + dx, b[1] + ny + dy],
      [b[0] - nx + dx, b[1] - ny + dy],
      [a[0] - nx + dx, a[1] - ny + dy],
    ];
    return poly(quad(size * 0.36, -size * 0.1), side) + poly(quad(0, 0), face);
  };
  const bent = (far: boolean): string =>
    [
      beam([0, apex + 30], [0, eaves], 34, far),
      beam([-half - 60, eaves + 34], [0, apex], 38, far),
      beam([half + 60, eaves + 34], [0, apex], 38, far),
      beam([-half * 0.52, eaves - 100], [half * 0.52, eaves - 100], 30, far),
      beam([-half, ground], [-half, eaves], 46, far),
      beam([half, ground], [half, eaves], 46, far),
      beam([0, ground], [0, eaves], 40, far),
      beam([-half, eaves + 150], [-half + 150, eaves], 28, far),
      beam([half, eaves + 150], [half - 150, eaves], 28, far),
      beam([-140, eaves], [0, eaves + 140], 26, far),
      beam([140, eaves], [0, eaves + 140], 26, far),
      beam([-half - 40, eaves], [half + 40, eaves], 50, far),
    ].join("");
  const plate = (at: Point, thick: number): string => {
    const [a, b] = [place(at, false), place(at, true)];
    return poly(
      [
        [a[0], a[1] - thick / 2],
        [b[0], b[1] - thick / 2.4],
        [b[0], b[1] + thick / 2.4],
        [a[0], a[1] + thick / 2],
      ],
      mix(palette.mid, palette.dark, 0.25),
    );
  };
  const pegs = [-half, 0, half].flatMap((x) => [
    circle(cx + x - 9, eaves - 8, 4.5, palette.deep),
    circle(cx + x + 9, eaves + 9, 4.5, palette.deep),
  ]);
  return [
    sky(canvas, {
      x: cx + random.pick([-1, 1]) * half * random.between(0.42, 0.52),
      y: random.between(560, 610),
      r: random.between(95, 120),
    }),
    ridge(canvas, 610, 60, mix(palette.skyBottom, palette.accent, 0.35)),
    ridge(canvas, 680, 40, mix(palette.skyBottom, palette.accent, 0.65)),
    "<defs>",
    gradient("ground", [
      [0, mix(palette.mid, palette.accent, 0.35)],
      [1, mix(palette.dark, palette.deep, 0.4)],
    ]),
    "</defs>",
    rect(0, ground - 46, width, height - ground + 46, "url(#ground)"),
    ellipse(cx + 60, ground + 12, half * 1.45, 34, palette.deep, 'opacity="0.28"'),
    bent(true),
    ...(
      [
        [-half, eaves],
        [half, eaves],
        [0, apex + 8],
        [-half * 0.52, eaves - 112],
        [half * 0.52, eaves - 112],
      ] as const
    ).map((at) => plate(at, 30)),
    bent(false),
    ...pegs,
  ].join("");
};
