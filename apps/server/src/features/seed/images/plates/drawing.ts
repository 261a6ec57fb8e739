import type { Palette } from "../palettes.js";
import { group, line, type Point, rect, times } from "../svg.js";

export const ink = 'stroke-linejoin="round" stroke-linecap="round"';

/** Drawing paper: a warm sheet, a faint grid, a margin line. */
export function sheet(palette: Palette, width: number, height: number): string {
  const step = 40;
  const vertical = times(Math.floor(width / step), (i) =>
    line([(i + 1) * step, 0], [(i + 1) * step, height], palette.mid, 1),
  );
  const horizontal = times(Math.floor(height / step), (i) =>
    line([0, (i + 1) * step], [width, (i + 1) * step], palette.mid, 1),
  );
  return [
    rect(0, 0, width, height, "#f7f0e2"),
    group([...vertical, ...horizontal].join(""), 'opacity="0.16"'),
    rect(40, 40, width - 80, height - 80, "none", `stroke="${palette.deep}" stroke-width="2" opacity="0.55"`),
  ].join("");
}

/** Diagonal section lines; fill a cut surface with `url(#hatch)`. */
export function hatch(palette: Palette, ground: string): string {
  return `<defs><pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="14" height="14" fill="${ground}"/><rect width="2" height="14" fill="${palette.deep}" opacity="0.55"/></pattern></defs>`;
}

/** A dimension line with ticks and witness lines, as on a working drawing. */
export function dimension(from: Point, to: Point, witness: number, color: string): string {
  const flat = from[1] === to[1];
  const tick = ([x, y]: Point): string => line([x - 8, y + 8], [x + 8, y - 8], color, 3);
  const mark = ([x, y]: Point): string =>
    flat ? line([x, y + 14], [x, y - witness], color, 1.2) : line([x - 14, y], [x + witness, y], color, 1.2);
  return line(from, to, color, 1.6) + tick(from) + tick(to) + mark(from) + mark(to);
}
