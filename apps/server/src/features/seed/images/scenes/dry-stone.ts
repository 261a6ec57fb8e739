import { type Canvas, gradient, mix, n, path, rect, type Scene } from "../svg.js";
import { ridge, sky } from "./backdrop.js";

/** A dry stone wall across open country, coursed by size, with its coping on edge. */
export const dryStone: Scene = (canvas) => {
  const { width, height, palette, random } = canvas;
  const top = random.between(400, 450);
  const stones: string[] = [];
  let y = height + 10;
  let course = random.between(92, 104);
  while (y > top + 40) {
    let x = random.between(-90, 0);
    while (x < width) {
      const w = course * random.between(1.0, 2.5);
      stones.push(stone(canvas, x + 3, y - course + 3, w - 6, course - 6, random.next()));
      x += w;
    }
    y -= course;
    course *= random.between(0.84, 0.94);
  }
  let x = -20;
  const coping: string[] = [];
  while (x < width) {
    const w = random.between(34, 62);
    coping.push(stone(canvas, x + 2, y - random.between(66, 96), w - 4, 112, random.between(0.35, 1)));
    x += w;
  }
  return [
    sky(canvas, {
      x: width * random.between(0.15, 0.85),
      y: random.between(200, 270),
      r: random.between(80, 115),
    }),
    ridge(canvas, top - 90, 50, mix(palette.skyBottom, palette.second, 0.35)),
    ridge(canvas, top - 30, 35, mix(palette.skyBottom, palette.second, 0.65)),
    "<defs>",
    gradient("shade", [
      [0, palette.deep, 0],
      [1, palette.deep, 0.5],
    ]),
    "</defs>",
    rect(0, y, width, height - y, mix(palette.deep, palette.dark, 0.15)),
    ...stones,
    ...coping,
    rect(0, y, width, height - y, "url(#shade)"),
  ].join("");
};

function stone(
  { palette, random }: Canvas,
  x: number,
  y: number,
  w: number,
  h: number,
  tone: number,
): string {
  const jitter = (): number => random.between(-0.07, 0.07) * h;
  const r = Math.min(w, h) * random.between(0.16, 0.3);
  const corner = {
    tl: y + jitter(),
    tr: y + jitter(),
    br: y + h + jitter() * 0.5,
    bl: y + h + jitter() * 0.5,
  };
  const d = (dy: number): string =>
    `M${n(x + r)} ${n(corner.tl + dy)}L${n(x + w - r)} ${n(corner.tr + dy)}Q${n(x + w)} ${n(corner.tr + dy)} ${n(x + w)} ${n(corner.tr + r + dy)}L${n(x + w)} ${n(corner.br - r)}Q${n(x + w)} ${n(corner.br)} ${n(x + w - r)} ${n(corner.br)}L${n(x + r)} ${n(corner.bl)}Q${n(x)} ${n(corner.bl)} ${n(x)} ${n(corner.bl - r)}L${n(x)} ${n(corner.tl + r + dy)}Q${n(x)} ${n(corner.tl + dy)} ${n(x + r)} ${n(corner.tl + dy)}Z`;
  const base = tone < 0.1 ? mix(palette.mid, palette.accent, 0.35) : mix(palette.dark, palette.soft, tone);
  return path(d(0), mix(base, palette.light, 0.35)) + path(d(Math.min(9, h * 0.1)), base);
}
