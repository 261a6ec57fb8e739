import { circle, gradient, line, mix, path, rect, type Scene } from "../svg.js";
import { dimension, hatch, ink, sheet } from "./drawing.js";

/** A sliding sash in elevation beside its box in section, cord, pulley and weight shown. */
export const sashWindow: Scene = ({ width, height, palette }) => {
  const stroke = `stroke="${palette.deep}" stroke-width="3" ${ink}`;
  const wood = mix(palette.light, palette.soft, 0.4);
  const pane = (x: number, y: number): string => rect(x, y, 112, 112, "url(#glass)", stroke);
  const sash = (x: number, y: number): string =>
    rect(x, y, 300, 280, wood, stroke) +
    [0, 1].flatMap((c) => [0, 1].map((r) => pane(x + 30 + c * 128, y + 24 + r * 124))).join("");
  const box = 760;
  return [
    sheet(palette, width, height),
    hatch(palette, mix(palette.soft, palette.light, 0.3)),
    "<defs>",
    gradient(
      "glass",
      [
        [0, mix(palette.dark, palette.light, 0.8)],
        [1, mix(palette.dark, palette.light, 0.45)],
      ],
      "diagonal",
    ),
    "</defs>",
    rect(170, 90, 400, 24, wood, stroke),
    rect(180, 114, 380, 560, mix(wood, palette.mid, 0.3), stroke),
    sash(220, 128),
    sash(220, 376),
    rect(150, 664, 440, 30, wood, stroke),
    path("M370 560V470m-16 18l16 -18l16 18", "none", `stroke="${palette.accent}" stroke-width="5" ${ink}`),
    rect(box, 90, 300, 30, "url(#hatch)", stroke),
    rect(box, 120, 26, 544, "url(#hatch)", stroke),
    rect(box + 130, 120, 26, 544, "url(#hatch)", stroke),
    rect(box + 156, 130, 44, 270, wood, stroke),
    rect(box + 204, 376, 44, 280, wood, stroke),
    rect(box + 174, 150, 8, 230, palette.accent),
    rect(box + 222, 396, 8, 240, palette.accent),
    rect(box + 252, 120, 26, 544, "url(#hatch)", stroke),
    rect(box - 20, 664, 340, 30, "url(#hatch)", stroke),
    circle(box + 128, 172, 26, palette.second, stroke),
    circle(box + 128, 172, 6, palette.deep),
    line([box + 102, 172], [box + 82, 430], palette.deep, 3),
    line([box + 152, 172], [box + 178, 372], palette.deep, 3),
    rect(box + 62, 430, 40, 150, mix(palette.dark, palette.deep, 0.4), `rx="8" ${stroke}`),
    dimension([220, 730], [520, 730], 30, palette.accent),
    dimension([110, 128], [110, 656], 50, palette.accent),
  ].join("");
};
