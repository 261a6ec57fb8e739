import { circle, group, mix, type Point, poly, type Scene } from "../svg.js";
import { dimension, hatch, ink, sheet } from "./drawing.js";

/** The joint pulled apart: a post with its mortise, a beam with its tenon, and the peg. */
export const mortiseTenon: Scene = ({ width, height, palette }) => {
  const stroke = `stroke="${palette.deep}" stroke-width="3" ${ink}`;
  const at = (x: number, y: number, z: number): Point => [430 + (x - y) * 0.87, 470 + (x + y) * 0.5 - z];
  const box = (x: number, y: number, z: number, w: number, d: number, h: number, tone: string): string =>
    [
      poly(
        [at(x, y + d, z + h), at(x + w, y + d, z + h), at(x + w, y + d, z), at(x, y + d, z)],
        tone,
        stroke,
      ),
      poly(
        [at(x + w, y, z + h), at(x + w, y + d, z + h), at(x + w, y + d, z), at(x + w, y, z)],
        mix(tone, palette.dark, 0.35),
        stroke,
      ),
      poly(
        [at(x, y, z + h), at(x + w, y, z + h), at(x + w, y + d, z + h), at(x, y + d, z + h)],
        mix(tone, "#ffffff", 0.4),
        stroke,
      ),
    ].join("");
  const wood = mix(palette.soft, palette.light, 0.3);
  const mortise = poly(
    [at(140, 48, 120), at(140, 92, 120), at(140, 92, -30), at(140, 48, -30)],
    palette.deep,
    stroke,
  );
  const guide = (y: number, z: number): string =>
    poly(
      [at(140, y, z), at(330, y, z)],
      "none",
      `stroke="${palette.accent}" stroke-width="2" stroke-dasharray="12 8"`,
    );
  return [
    sheet(palette, width, height),
    hatch(palette, wood),
    group(joint(), 'transform="translate(110 40) scale(0.74)"'),
    dimension([170, 120], [170, 660], -30, palette.accent),
  ].join("");

  function joint(): string {
    return [
      box(0, 0, -250, 140, 140, 620, wood),
      mortise,
      guide(48, 120),
      guide(92, 120),
      guide(92, -30),
      box(330, 48, -30, 150, 44, 150, mix(wood, palette.accent, 0.1)),
      box(480, 10, -60, 340, 120, 210, wood),
      circle(at(405, 92, 45)[0], at(405, 92, 45)[1], 13, palette.deep),
      circle(at(80, 140, 45)[0], at(80, 140, 45)[1], 13, palette.deep),
      poly([at(60, 330, 40), at(80, 330, 52), at(80, 200, 52), at(60, 200, 40)], palette.accent, stroke),
      poly([at(820, 130, 150), at(820, 10, 150), at(820, 10, -60), at(820, 130, -60)], "url(#hatch)", stroke),
    ].join("");
  }
};
