import { circle, gradient, group, mix, type Point, poly, radial, rect, type Scene } from "../svg.js";

/** Rooms opening into rooms, each doorway framing the next, with daylight at the end. */
export const enfilade: Scene = ({ width, height, palette, random }) => {
  const rooms = random.int(3, 4);
  const vx = width * random.between(0.42, 0.58);
  const vy = 500;
  const stretch = random.between(1.75, 1.95);
  const tones = [palette.mid, palette.accent, palette.soft, palette.second, palette.dark];
  const start = random.int(0, tones.length - 1);
  // World units: one is the half width of a room at depth 1, where the room fills the picture.
  const at = (x: number, y: number, z: number): Point => [vx + (x * 900) / z, vy + (y * 520) / z];
  const door = { half: 0.36, top: -0.62 };
  const defs: string[] = [];

  const room = (i: number): string => {
    const near = 0.8 * stretch ** i;
    const far = near * stretch;
    const tone = tones[(start + i) % tones.length] ?? palette.mid;
    const box = (x0: number, y0: number, x1: number, y1: number, z: number, fill: string): string => {
      const [a, b] = [at(x0, y0, z), at(x1, y1, z)];
      return rect(a[0], a[1], b[0] - a[0], b[1] - a[1], fill);
    };
    const [topLeft, bottomRight] = [at(-door.half, door.top, far), at(door.half, 1, far)];
    defs.push(
      `<clipPath id="door${i}">${rect(topLeft[0], topLeft[1], bottomRight[0] - topLeft[0], bottomRight[1] - topLeft[1], "#000")}</clipPath>`,
    );
    const beyond =
      i + 1 < rooms
        ? room(i + 1)
        : rect(topLeft[0], topLeft[1], bottomRight[0] - topLeft[0], bottomRight[1] - topLeft[1], "url(#day)");
    const side = (x: number, shade: number): string =>
      poly(
        [at(x, -1.1, near), at(x, -1.1, far), at(x, 1, far), at(x, 1, near)],
        mix(tone, palette.deep, shade),
      );
    return [
      poly(
        [at(-1, -1.1, near), at(1, -1.1, near), at(1, -1.1, far), at(-1, -1.1, far)],
        mix(palette.light, tone, 0.35),
      ),
      poly(
        [at(-1, 1, near), at(1, 1, near), at(1, 1, far), at(-1, 1, far)],
        mix(palette.dark, palette.deep, 0.3),
      ),
      poly(
        [at(-0.5, 1, near), at(0.2, 1, near), at(0.2, 1, far), at(-0.3, 1, far)],
        palette.sun,
        `opacity="${0.5 + i * 0.1}"`,
      ),
      side(-1, 0.34),
      side(1, 0.12),
      box(-1, -1.1, 1, 1, far, mix(tone, palette.light, 0.1)),
      box(-1, 0.9, 1, 1, far, mix(tone, palette.light, 0.55)),
      box(-door.half - 0.075, door.top - 0.075, door.half + 0.075, 1, far, mix(tone, palette.light, 0.7)),
      box(-door.half - 0.012, door.top - 0.02, door.half + 0.012, 1, far, mix(tone, palette.deep, 0.6)),
      group(beyond, `clip-path="url(#door${i})"`),
    ].join("");
  };
  const drawn = room(0);
  const end = at(0, 0, 0.8 * stretch ** rooms);
  const scale = 900 / (0.8 * stretch ** rooms);
  return [
    "<defs>",
    ...defs,
    gradient("day", [
      [0, palette.skyTop],
      [0.62, palette.sun],
      [0.63, palette.accent],
      [1, mix(palette.accent, palette.deep, 0.3)],
    ]),
    radial("spill", [
      [0, palette.light, 0.6],
      [0.35, palette.light, 0.15],
      [1, palette.light, 0],
    ]),
    "</defs>",
    rect(0, 0, width, height, palette.mid),
    drawn,
    circle(end[0] + scale * 0.06, end[1] + scale * 0.1, scale * 0.13, palette.light),
    circle(vx, vy, 640, "url(#spill)"),
  ].join("");
};
