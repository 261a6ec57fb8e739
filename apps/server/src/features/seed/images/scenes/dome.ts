import { circle, mix, n, path, radial, rect, type Scene, times } from "../svg.js";

/** A coffered dome seen from the floor, the sun's patch halfway down one side. */
export const dome: Scene = ({ width, height, palette, random }) => {
  const cx = width * random.between(0.42, 0.58);
  const cy = height * random.between(0.4, 0.52);
  const ribs = random.pick([20, 24, 28] as const);
  const rings = 7;
  const oculus = random.between(105, 130);
  const radius = (i: number): number => oculus * 1.18 + 940 * (i / rings) ** 1.32;
  const bright = random.between(0, Math.PI * 2);
  const at = (r: number, a: number): string => `${n(cx + r * Math.cos(a))} ${n(cy + r * Math.sin(a))}`;
  const cell = (r0: number, r1: number, a0: number, a1: number): string =>
    `M${at(r0, a0)}A${n(r0)} ${n(r0)} 0 0 1 ${at(r0, a1)}L${at(r1, a1)}A${n(r1)} ${n(r1)} 0 0 0 ${at(r1, a0)}Z`;
  const coffers = times(rings * ribs, (k) => {
    const ring = Math.floor(k / ribs);
    const slot = (Math.PI * 2) / ribs;
    const a = (k % ribs) * slot;
    const [r0, r1] = [radius(ring), radius(ring + 1)];
    const band = r1 - r0;
    const facing = (Math.cos(a + slot / 2 - bright) + 1) / 2;
    const glow = facing ** 3 * (1 - Math.abs(ring - 2.4) / 7);
    const stone = mix(mix(palette.dark, palette.mid, 0.25 + facing * 0.5), palette.light, glow * 0.75);
    const inset = (f: number): string => cell(r0 + band * f, r1 - band * f, a + slot * f, a + slot * (1 - f));
    return (
      path(cell(r0, r1, a, a + slot), stone) +
      path(inset(0.13), mix(stone, palette.deep, 0.42)) +
      path(inset(0.2), mix(stone, palette.deep, 0.22)) +
      path(inset(0.3), mix(stone, palette.light, 0.12 + glow * 0.3))
    );
  });
  return [
    "<defs>",
    radial("day", [
      [0, "#ffffff"],
      [0.7, palette.skyTop],
      [1, palette.skyBottom],
    ]),
    radial("spill", [
      [0, palette.light, 0.75],
      [0.25, palette.light, 0.2],
      [1, palette.light, 0],
    ]),
    radial(
      "edge",
      [
        [0.4, palette.deep, 0],
        [1, palette.deep, 0.7],
      ],
      0.5,
      0.5,
      0.72,
    ),
    "</defs>",
    rect(0, 0, width, height, palette.dark),
    ...coffers,
    circle(cx, cy, oculus * 1.18, mix(palette.soft, palette.mid, 0.4)),
    circle(cx, cy, oculus, "url(#day)"),
    circle(cx, cy, oculus * 3.6, "url(#spill)"),
    rect(0, 0, width, height, "url(#edge)"),
  ].join("");
};
