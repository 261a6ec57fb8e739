import { mix, n, path, poly, type Scene } from "../svg.js";
import { dimension, hatch, ink, sheet } from "./drawing.js";

/** A dry stone wall cut across: two leaning faces, small fill between, a long stone tying them. */
export const dryStoneSection: Scene = ({ width, height, palette, random }) => {
  const stroke = `stroke="${palette.deep}" stroke-width="3" ${ink}`;
  const [cx, base, top] = [600, 650, 190];
  const half = (y: number): number => 110 + ((y - top) / (base - top)) * 130;
  const rows = 7;
  const h = (base - top) / rows;
  const stone = (x: number, y: number, w: number, tall: number, fill: string): string => {
    const j = (): number => random.between(-4, 4);
    const r = 12;
    return path(
      `M${n(x + r)} ${n(y + j())}L${n(x + w - r)} ${n(y + j())}Q${n(x + w)} ${n(y)} ${n(x + w + j())} ${n(y + r)}V${n(y + tall - r)}Q${n(x + w)} ${n(y + tall)} ${n(x + w - r)} ${n(y + tall)}H${n(x + r)}Q${n(x)} ${n(y + tall)} ${n(x + j())} ${n(y + tall - r)}V${n(y + r)}Q${n(x)} ${n(y)} ${n(x + r)} ${n(y)}Z`,
      fill,
      stroke,
    );
  };
  const parts: string[] = [];
  for (let row = 0; row < rows; row++) {
    const y = top + row * h;
    const w = half(y + h);
    const tone = (): string => mix(palette.soft, palette.mid, random.next());
    if (row === 3) {
      parts.push(stone(cx - w - 26, y, w * 2 + 52, h - 4, mix(palette.accent, palette.soft, 0.25)));
      continue;
    }
    const face = w * random.between(0.56, 0.68);
    const other = w * random.between(0.56, 0.68);
    parts.push(stone(cx - w, y, face, h - 4, tone()), stone(cx + w - other, y, other, h - 4, tone()));
    for (let x = cx - w + face + 6; x < cx + w - other - 14; x += 30)
      for (let dy = 0; dy < 2; dy++)
        parts.push(
          stone(x, y + 2 + dy * 30, 25, 26, mix(palette.light, palette.second, random.between(0.1, 0.5))),
        );
  }
  const coping = [-2, -1, 0, 1, 2].map((i) =>
    stone(cx + i * 48 - 23, top - 78 - random.between(0, 14), 44, 84, mix(palette.soft, palette.dark, 0.25)),
  );
  return [
    sheet(palette, width, height),
    hatch(palette, mix(palette.mid, palette.light, 0.6)),
    poly(
      [
        [80, base],
        [1120, base],
        [1120, 720],
        [80, 720],
      ],
      "url(#hatch)",
      stroke,
    ),
    ...parts,
    ...coping,
    poly(
      [
        [cx - half(base) - 30, base],
        [cx - half(top) - 30, top],
      ],
      "none",
      `stroke="${palette.accent}" stroke-width="2.5" stroke-dasharray="14 9"`,
    ),
    poly(
      [
        [cx + half(base) + 30, base],
        [cx + half(top) + 30, top],
      ],
      "none",
      `stroke="${palette.accent}" stroke-width="2.5" stroke-dasharray="14 9"`,
    ),
    dimension([220, top], [220, base], 60, palette.accent),
    dimension([cx - half(base), 740], [cx + half(base), 740], 30, palette.accent),
  ].join("");
};
