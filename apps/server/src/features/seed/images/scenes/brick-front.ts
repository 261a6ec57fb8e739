import { archPath, gradient, group, mix, n, path, poly, rect, type Scene, times } from "../svg.js";

/** A brick front in Flemish bond with tall windows and afternoon shadow falling across it. */
export const brickFront: Scene = ({ width, height, palette, random }) => {
  const [stretcher, header, course] = [106, 50, 36];
  const bricks: string[] = [];
  for (let row = 0; row * course < height; row++) {
    let x = row % 2 ? -header * 0.5 - stretcher * 0.25 - stretcher : -stretcher / 2;
    for (let k = 0; x < width; k++) {
      const w = k % 2 ? header : stretcher;
      const base = k % 2 ? mix(palette.mid, palette.dark, 0.35) : palette.mid;
      bricks.push(
        rect(
          x,
          row * course,
          w - 5,
          course - 5,
          mix(base, random.chance(0.5) ? palette.soft : palette.dark, random.between(0, 0.32)),
        ),
      );
      x += w;
    }
  }
  const count = random.int(2, 4);
  const pitch = width / count;
  const w = Math.min(230, pitch * 0.44);
  const shutters = random.chance(0.6);
  const openings = times(count, (i) => {
    const x = pitch * (i + 0.5) - w / 2;
    const [top, bottom] = [190, 690];
    const r = w / 2;
    const glass = random.chance(0.35) ? palette.accent : mix(palette.deep, palette.second, 0.35);
    const slats = (left: number): string =>
      rect(left, top + r, w * 0.46, bottom - top - r, palette.second) +
      times(11, (k) =>
        rect(
          left + 9,
          top + r + 16 + k * ((bottom - top - r - 32) / 11),
          w * 0.46 - 18,
          9,
          mix(palette.second, palette.deep, 0.4),
        ),
      ).join("");
    return [
      path(
        archPath(x - 24, top - 24, w + 48, bottom),
        "none",
        `stroke="${mix(palette.light, palette.soft, 0.4)}" stroke-width="40" stroke-dasharray="26 4"`,
      ),
      path(archPath(x - 4, top - 4, w + 8, bottom), mix(palette.deep, palette.dark, 0.3)),
      path(archPath(x + 8, top + 8, w - 16, bottom - 6), glass),
      poly(
        [
          [x + 14, bottom - 6],
          [x + w * 0.62, bottom - 6],
          [x + w - 12, top + r],
          [x + w * 0.4, top + r],
        ],
        palette.light,
        'opacity="0.16"',
      ),
      rect(x + w / 2 - 5, top + 8, 10, bottom - top - 10, palette.light),
      ...[0.3, 0.53, 0.76].map((f) => rect(x + 8, top + (bottom - top) * f, w - 16, 8, palette.light)),
      path(
        archPath(x + 8, top + 8, w - 16, bottom - 2),
        "none",
        `stroke="${palette.light}" stroke-width="10"`,
      ),
      shutters ? slats(x - w * 0.46 - 12) + slats(x + w + 12) : "",
      rect(x - 44, bottom, w + 88, 26, palette.light),
      rect(x - 44, bottom + 26, w + 88, 10, palette.deep, 'opacity="0.35"'),
    ].join("");
  });
  const cut = random.between(0.3, 0.7) * width;
  return [
    "<defs>",
    gradient(
      "air",
      [
        [0, palette.light, 0.3],
        [1, palette.deep, 0.3],
      ],
      "diagonal",
    ),
    "</defs>",
    rect(0, 0, width, height, mix(palette.light, palette.soft, 0.6)),
    ...bricks,
    group(openings.join("")),
    rect(0, 790, width, 110, mix(palette.light, palette.soft, 0.5)),
    rect(0, 780, width, 16, palette.light),
    rect(0, 796, width, 10, palette.deep, 'opacity="0.3"'),
    path(
      `M${n(cut)} ${height}V520L${n(cut + 230)} 330L${n(cut + 300)} 388V250H${n(cut + 370)}V446L${n(cut + 460)} 520H${width}V${height}Z`,
      palette.deep,
      'opacity="0.42"',
    ),
    rect(0, 0, width, height, "url(#air)"),
  ].join("");
};
