import { archPath, circle, gradient, mix, type Point, path, poly, rect, type Scene, times } from "../svg.js";

/** Flights of steps in parallel projection, like a model of a house that is all stairs. */
export const stairs: Scene = ({ width, height, palette, random }) => {
  const u = 41;
  const ox = width / 2 + random.between(-60, 60);
  const oy = 655;
  const flip = random.chance(0.5) ? 1 : -1;
  const at = (x: number, y: number, z: number): Point => [
    ox + flip * (x - y) * u * 0.87,
    oy + (x + y) * u * 0.5 - z * u,
  ];
  const [topTone, leftTone, rightTone] = [palette.light, palette.mid, mix(palette.dark, palette.deep, 0.1)];
  const block = (x: number, y: number, w: number, d: number, z: number, tint = 0): string =>
    [
      poly(
        [at(x, y + d, z), at(x + w, y + d, z), at(x + w, y + d, -9), at(x, y + d, -9)],
        mix(leftTone, palette.soft, tint),
      ),
      poly(
        [at(x + w, y, z), at(x + w, y + d, z), at(x + w, y + d, -9), at(x + w, y, -9)],
        mix(rightTone, palette.accent, tint),
      ),
      poly(
        [at(x, y, z), at(x + w, y, z), at(x + w, y + d, z), at(x, y + d, z)],
        mix(topTone, palette.soft, tint),
      ),
    ].join("");
  const steps = 9;
  const towerH = random.int(9, 11);
  const flightA = times(steps, (i) => block(-6 + i, -3, 1, 3, steps - i - 1 + 1));
  const flightB = times(6, (i) => block(-6, i, 4, 1, 6 - i, 0.3));
  const door = at(-6 + 1, -3, 0);
  const arch = (cx: number, base: number, w: number, h: number): string =>
    path(archPath(cx - w / 2, base - h, w, base), palette.deep);
  const sun = {
    x: width * (flip > 0 ? 0.77 : 0.23),
    y: random.between(220, 300),
    r: random.between(105, 140),
  };
  return [
    "<defs>",
    gradient("sky", [
      [0, palette.skyTop],
      [1, palette.skyBottom],
    ]),
    gradient("disc", [
      [0, palette.sun],
      [1, mix(palette.sun, palette.skyBottom, 0.55)],
    ]),
    gradient("haze", [
      [0, palette.skyBottom, 0],
      [1, palette.dark, 0.75],
    ]),
    "</defs>",
    rect(0, 0, width, height, "url(#sky)"),
    circle(sun.x, sun.y, sun.r, "url(#disc)"),
    block(-13, -12, 4, 4, 7, 0.55),
    block(4, -15, 5, 3, 4, 0.55),
    block(-9, -6, 3, 3, towerH, 0.12),
    block(-6, -6, 12, 3, 4, 0.4),
    arch(door[0] - flip * 150, door[1] - 190, 44, 92),
    ...flightA,
    block(-9, -3, 3, 3, 9, 0.05),
    block(-9, 0, 3, 6, 7, 0.2),
    ...flightB,
    block(-2, 1, 9, 2, 1, 0.5),
    block(3, 3, 4, 5, 0, 0.35),
    rect(0, 620, width, height - 620, "url(#haze)"),
  ].join("");
};
