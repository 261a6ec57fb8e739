import { circle, line, mix, type Point, path, poly, rect, type Scene, times } from "../svg.js";
import { hatch, ink, sheet } from "./drawing.js";

/** A room in section with the summer and the winter sun: the eaves stop one and let the other in. */
export const sunAngles: Scene = ({ width, height, palette }) => {
  const stroke = `stroke="${palette.deep}" stroke-width="3" ${ink}`;
  const floor = 640;
  const [left, right, ceiling] = [330, 830, 340];
  const eave: Point = [920, 318];
  const sill = 600;
  const summer: Point = [1010, 120];
  const winter: Point = [1120, 330];
  const ray = (from: Point, to: Point): string =>
    line(from, to, palette.accent, 2.5, 'stroke-dasharray="14 9"');
  return [
    sheet(palette, width, height),
    hatch(palette, mix(palette.soft, palette.light, 0.4)),
    path(
      `M1120 700A560 560 0 0 0 640 92`,
      "none",
      `stroke="${palette.mid}" stroke-width="2" stroke-dasharray="4 10"`,
    ),
    poly(
      [
        [right, 352],
        [right, sill - 30],
        [695, floor],
        [left, floor],
        [left, 610],
      ],
      palette.second,
      'opacity="0.35"',
    ),
    rect(80, floor, 1040, 46, "url(#hatch)", stroke),
    rect(left - 40, ceiling, 40, floor - ceiling, "url(#hatch)", stroke),
    rect(right, sill - 30, 34, floor - sill + 30, "url(#hatch)", stroke),
    rect(right, ceiling - 14, 34, 24, "url(#hatch)", stroke),
    poly(
      [
        [250, 346],
        [560, 190],
        [eave[0], eave[1]],
        [eave[0] - 8, eave[1] + 26],
        [560, 226],
        [262, 372],
      ],
      "url(#hatch)",
      stroke,
    ),
    rect(left, ceiling - 4, right - left, 14, mix(palette.mid, palette.soft, 0.4), stroke),
    rect(right + 12, 350, 8, sill - 380, palette.second, stroke),
    ray(summer, [right + 20, sill - 30]),
    ray(winter, [left + 190, floor]),
    circle(summer[0], summer[1], 42, palette.sun),
    circle(winter[0] - 20, winter[1] + 8, 30, mix(palette.sun, palette.light, 0.4)),
    ...times(12, (i) => {
      const a = (i / 12) * Math.PI * 2;
      return line(
        [summer[0] + Math.cos(a) * 54, summer[1] + Math.sin(a) * 54],
        [summer[0] + Math.cos(a) * 70, summer[1] + Math.sin(a) * 70],
        palette.sun,
        4,
        ink,
      );
    }),
    path(
      "M480 640v-70h110v70M480 588h-14v-84h14z",
      "none",
      `stroke="${palette.dark}" stroke-width="9" ${ink}`,
    ),
    path(`M160 640V560`, "none", stroke),
    circle(160, 510, 62, mix(palette.accent, palette.light, 0.35), stroke),
  ].join("");
};
