import { mix, path, rect, type Scene } from "../svg.js";
import { dimension, hatch, ink, sheet } from "./drawing.js";

/** Elevation of a wall end in Flemish bond: stretcher, header, and the closer beside the corner. */
export const flemishBond: Scene = ({ width, height, palette }) => {
  const stroke = `stroke="${palette.deep}" stroke-width="3" ${ink}`;
  const [course, stretcher, header, closer, joint] = [66, 212, 100, 44, 8];
  const left = 190;
  const bricks: string[] = [];
  for (let row = 0; row < 8; row++) {
    const y = 120 + row * course;
    const run = row % 2 ? [header, closer] : [stretcher];
    let x = left;
    for (let k = 0; x < 1000; k++) {
      const w = run[k] ?? ((k - run.length) % 2 === row % 2 ? header : stretcher);
      const tone =
        w === stretcher
          ? mix(palette.soft, palette.light, 0.35)
          : w === header
            ? mix(palette.accent, palette.soft, 0.3)
            : "url(#hatch)";
      bricks.push(rect(x, y, Math.min(w, 1010 - x) - joint, course - joint, tone, stroke));
      x += w;
    }
  }
  // The drawing breaks off along this line: the wall goes on.
  const tear = "M1004 84C972 220 1030 320 992 450S1016 600 986 690";
  return [
    sheet(palette, width, height),
    hatch(palette, mix(palette.second, palette.light, 0.5)),
    ...bricks,
    path(`${tear}L1110 690V80Z`, "#f7f0e2"),
    path(tear, "none", `stroke="${palette.deep}" stroke-width="2.5"`),
    dimension([left, 706], [left + stretcher - joint, 706], 44, palette.accent),
    dimension([left + stretcher, 706], [left + stretcher + header - joint, 706], 44, palette.accent),
    dimension([130, 120], [130, 120 + course * 4 - joint], 50, palette.accent),
  ].join("");
};
