import { line, mix, n, path, poly, rect, type Scene, times } from "../svg.js";
import { dimension, hatch, ink, sheet } from "./drawing.js";

/** A stone arch on its timber centering, the keystone still hanging above its place. */
export const archCentering: Scene = ({ width, height, palette }) => {
  const stroke = `stroke="${palette.deep}" stroke-width="3" ${ink}`;
  const [cx, cy, inner, outer, count] = [600, 500, 240, 340, 13];
  const at = (r: number, a: number): string => `${n(cx + r * Math.cos(a))} ${n(cy - r * Math.sin(a))}`;
  const wedge = (i: number, lift = 0): string => {
    const [a, b] = [Math.PI * (i / count), Math.PI * ((i + 1) / count)];
    return path(
      `M${at(inner, a)}L${at(outer, a)}A${outer} ${outer} 0 0 0 ${at(outer, b)}L${at(inner, b)}A${inner} ${inner} 0 0 1 ${at(inner, a)}Z`,
      lift ? palette.accent : mix(palette.soft, palette.light, (i % 3) * 0.25),
      `${stroke} transform="translate(0 ${-lift})"`,
    );
  };
  const strut = (x: number, y: number): string =>
    line([cx, cy], [x, y], palette.deep, 22, ink) +
    line([cx, cy], [x, y], mix(palette.mid, palette.soft, 0.5), 16, ink);
  const middle = Math.floor(count / 2);
  return [
    sheet(palette, width, height),
    hatch(palette, mix(palette.soft, palette.light, 0.4)),
    rect(cx - outer, cy, outer - inner, 180, "url(#hatch)", stroke),
    rect(cx + inner, cy, outer - inner, 180, "url(#hatch)", stroke),
    rect(80, 680, 1040, 40, "url(#hatch)", stroke),
    path(
      `M${cx - inner + 4} ${cy}A${inner - 4} ${inner - 4} 0 0 1 ${cx + inner - 4} ${cy}`,
      "none",
      `stroke="${palette.deep}" stroke-width="26"`,
    ),
    path(
      `M${cx - inner + 14} ${cy}A${inner - 14} ${inner - 14} 0 0 1 ${cx + inner - 14} ${cy}`,
      "none",
      `stroke="${mix(palette.mid, palette.soft, 0.5)}" stroke-width="16"`,
    ),
    ...[0.2, 0.4, 0.6, 0.8].map((t) =>
      strut(cx + (inner - 26) * Math.cos(Math.PI * t), cy - (inner - 26) * Math.sin(Math.PI * t)),
    ),
    rect(cx - inner + 6, cy - 12, inner * 2 - 12, 30, mix(palette.mid, palette.soft, 0.4), stroke),
    ...[-150, 150].map((dx) =>
      rect(cx + dx - 14, cy + 34, 28, 146, mix(palette.mid, palette.soft, 0.55), stroke),
    ),
    ...[-150, 150].flatMap((dx) => [
      poly(
        [
          [cx + dx - 44, cy + 34],
          [cx + dx + 44, cy + 34],
          [cx + dx + 44, cy + 20],
        ],
        palette.second,
        stroke,
      ),
    ]),
    ...times(count, (i) => (i === middle ? "" : wedge(i))),
    wedge(middle, 62),
    line([cx, 98], [cx, 60], palette.deep, 3),
    dimension([cx - inner, 750], [cx + inner, 750], 60, palette.accent),
    dimension([180, cy - outer], [180, cy], 70, palette.accent),
  ].join("");
};
