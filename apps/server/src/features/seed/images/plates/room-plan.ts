import { circle, group, line, mix, path, rect, type Scene, times } from "../svg.js";
import { dimension, hatch, ink, sheet } from "./drawing.js";

/** The plan of one room and its neighbours: walls, door swings, a window seat, a table. */
export const roomPlan: Scene = ({ width, height, palette }) => {
  const stroke = `stroke="${palette.deep}" stroke-width="3" ${ink}`;
  const wall = (x: number, y: number, w: number, h: number): string =>
    rect(x, y, w, h, "url(#hatch)", stroke);
  const window = (x: number, y: number, w: number): string =>
    rect(x, y, w, 34, "#f7f0e2", stroke) +
    line([x, y + 13], [x + w, y + 13], palette.deep, 2.5) +
    line([x, y + 21], [x + w, y + 21], palette.deep, 2.5);
  const swing = (x: number, y: number, r: number): string =>
    path(
      `M${x} ${y}V${y - r}A${r} ${r} 0 0 1 ${x + r} ${y}`,
      "none",
      `stroke="${palette.accent}" stroke-width="2.5"`,
    ) + line([x, y], [x, y - r], palette.deep, 5);
  const chair = (x: number, y: number, turn: number): string =>
    group(
      rect(-22, -20, 44, 40, mix(palette.second, palette.light, 0.35), `rx="7" ${stroke}`) +
        rect(-22, -28, 44, 11, palette.second, `rx="5" ${stroke}`),
      `transform="translate(${x} ${y}) rotate(${turn})"`,
    );
  return [
    sheet(palette, width, height),
    hatch(palette, mix(palette.mid, palette.light, 0.45)),
    rect(190, 130, 820, 520, mix(palette.light, palette.soft, 0.15)),
    ...times(13, (i) => line([190, 170 + i * 38], [690, 170 + i * 38], palette.mid, 1, 'opacity="0.5"')),
    wall(156, 96, 888, 34),
    wall(156, 650, 888, 34),
    wall(156, 96, 34, 588),
    wall(1010, 96, 34, 588),
    wall(690, 130, 22, 190),
    wall(690, 430, 22, 220),
    window(280, 96, 300),
    window(790, 96, 150),
    rect(280, 130, 300, 54, mix(palette.accent, palette.light, 0.4), `rx="6" ${stroke}`),
    ...[330, 430, 530].map((x) =>
      rect(x - 38, 138, 76, 38, mix(palette.accent, palette.light, 0.62), `rx="10" ${stroke}`),
    ),
    circle(430, 400, 92, mix(palette.soft, palette.light, 0.3), stroke),
    circle(430, 400, 20, palette.second, stroke),
    chair(430, 282, 0),
    chair(548, 400, 90),
    chair(430, 518, 180),
    chair(312, 400, 270),
    rect(260, 650, 110, 34, "#f7f0e2"),
    swing(260, 650, 110),
    rect(688, 322, 26, 106, mix(palette.light, palette.soft, 0.15)),
    line([690, 320], [690, 430], palette.accent, 2, 'stroke-dasharray="9 7"'),
    rect(740, 560, 250, 76, mix(palette.soft, palette.light, 0.2), stroke),
    ...[785, 850].map((x) => circle(x, 598, 20, "#f7f0e2", stroke)),
    rect(900, 574, 70, 48, "#f7f0e2", `rx="8" ${stroke}`),
    rect(940, 170, 56, 250, mix(palette.mid, palette.light, 0.4), stroke),
    ...times(5, (i) => line([940, 212 + i * 42], [996, 212 + i * 42], palette.deep, 2)),
    dimension([190, 728], [690, 728], 30, palette.accent),
    dimension([712, 728], [1010, 728], 30, palette.accent),
    dimension([110, 130], [110, 650], 40, palette.accent),
  ].join("");
};
