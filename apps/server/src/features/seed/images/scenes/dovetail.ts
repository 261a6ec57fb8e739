import {
  type Canvas,
  gradient,
  group,
  mix,
  n,
  type Point,
  path,
  poly,
  rect,
  type Scene,
  times,
} from "../svg.js";

/** Two boards meeting in dovetails, close enough to see the growth rings. */
export const dovetail: Scene = (canvas) => {
  const { width, height, palette, random } = canvas;
  const tails = random.int(2, 4);
  const seam = width * random.between(0.4, 0.5);
  const reach = random.between(230, 290);
  const pitch = (height + 120) / tails;
  const flare = pitch * 0.11;
  const joint: Point[] = times(tails, (i): Point[] => {
    const y = -60 + i * pitch;
    return [
      [seam, y + pitch * 0.22 + flare],
      [seam + reach, y + pitch * 0.22 - flare],
      [seam + reach, y + pitch * 0.78 + flare],
      [seam, y + pitch * 0.78 - flare],
    ];
  }).flat();
  const left: Point[] = [[-20, -80], [seam, -80], ...joint, [seam, height + 80], [-20, height + 80]];
  const pale = mix(palette.light, palette.soft, 0.35);
  const dark = random.pick([
    mix(palette.mid, palette.dark, 0.45),
    mix(palette.accent, palette.dark, 0.25),
    mix(palette.dark, palette.deep, 0.35),
  ] as const);
  return [
    "<defs>",
    gradient(
      "pale",
      [
        [0, mix(pale, palette.light, 0.5)],
        [1, palette.soft],
      ],
      "diagonal",
    ),
    gradient(
      "dark",
      [
        [0, mix(dark, palette.mid, 0.5)],
        [1, mix(dark, palette.deep, 0.35)],
      ],
      "diagonal",
    ),
    gradient(
      "rake",
      [
        [0, palette.light, 0.28],
        [0.55, palette.light, 0],
        [1, palette.deep, 0.42],
      ],
      "diagonal",
    ),
    `<clipPath id="tails">${poly(left, "#000")}</clipPath>`,
    "</defs>",
    rect(0, 0, width, height, "url(#dark)"),
    group(
      grain(canvas, mix(palette.dark, palette.deep, 0.3), 0.5),
      `transform="rotate(90 ${width / 2} ${height / 2}) translate(-100 -420) scale(1.1 1.9)"`,
    ),
    poly(
      left.map(([x, y]) => [x + 12, y + 10]),
      palette.deep,
      'opacity="0.4"',
    ),
    group(
      rect(0, 0, width, height, "url(#pale)") + grain(canvas, mix(palette.mid, palette.soft, 0.2), 0.6),
      'clip-path="url(#tails)"',
    ),
    poly(
      left,
      "none",
      `stroke="${mix(palette.dark, palette.deep, 0.6)}" stroke-width="3.5" stroke-linejoin="round"`,
    ),
    path(
      `M${n(seam)} 0V${height}`,
      "none",
      `stroke="${palette.deep}" stroke-width="2" stroke-dasharray="26 12" opacity="0.35"`,
    ),
    rect(0, 0, width, height, "url(#rake)"),
  ].join("");
};

/** Long-grain lines that part around a knot and close again behind it. */
function grain({ width, height, random }: Canvas, stroke: string, opacity: number): string {
  const knot = {
    x: random.between(0.25, 0.7) * width,
    y: random.between(0.3, 0.7) * height,
    r: random.between(40, 62),
  };
  const phase = random.between(0, 6);
  const lines = times(46, (i) => {
    const y0 = (i / 45) * (height + 160) - 80;
    const points = times(41, (j) => {
      const x = (j / 40) * (width + 40) - 20;
      const away = y0 - knot.y;
      const near = Math.exp(-(((x - knot.x) / 190) ** 2)) * Math.exp(-((away / 150) ** 2));
      const wave = Math.sin(x / 310 + phase + i * 0.06) * 13 + Math.sin(x / 127 + i * 0.11) * 4;
      return `${j ? "L" : "M"}${n(x)} ${n(y0 + wave + Math.sign(away || 1) * near * knot.r * 1.25)}`;
    });
    return path(points.join(""), "none", `stroke-width="${n(random.between(1.2, 4.5))}"`);
  });
  const rings = times(
    4,
    (i) =>
      `<ellipse cx="${n(knot.x)}" cy="${n(knot.y + 8)}" rx="${n(knot.r * 1.3 * (1 - i * 0.24))}" ry="${n(knot.r * 0.72 * (1 - i * 0.24))}" fill="none" stroke-width="3.5"/>`,
  );
  return group(lines.join("") + rings.join(""), `fill="none" stroke="${stroke}" opacity="${opacity}"`);
}
