import { gradient, group, mix, n, path, rect, type Scene, times } from "../svg.js";
import { ridge, sky } from "./backdrop.js";

/** A stone bridge whose arches close into circles in still water. */
export const bridge: Scene = (canvas) => {
  const { width, height, palette, random } = canvas;
  const water = 590;
  const spans = random.int(3, 4);
  const pier = 66;
  const span = (width + 160) / spans;
  const r = (span - pier) / 2;
  const rise = Math.min(r, 210);
  const shift = random.between(-60, 20) - 40;
  const deck = water - rise - 88;
  const openings = times(spans, (i) => {
    const x = shift + i * span + pier / 2;
    return `M${n(x)} ${water}V${n(water - 10)}A${n(r)} ${n(rise)} 0 0 1 ${n(x + 2 * r)} ${n(water - 10)}V${water}Z`;
  }).join("");
  const crown = deck - random.between(10, 40);
  const body = `M-20 ${n(deck + 40)}Q${width / 2} ${n(crown - 60)} ${width + 20} ${n(deck + 40)}V${water}H-20Z`;
  const voussoirs = times(spans, (i) => {
    const x = shift + i * span + pier / 2;
    return path(
      `M${n(x)} ${water - 10}A${n(r)} ${n(rise)} 0 0 1 ${n(x + 2 * r)} ${water - 10}`,
      "none",
      `stroke="${mix(palette.light, palette.soft, 0.3)}" stroke-width="22" stroke-dasharray="34 4"`,
    );
  }).join("");
  const masonry = path(`${body}${openings}`, "url(#masonry)", 'fill-rule="evenodd"') + voussoirs;
  const soffit = path(openings, "none", `stroke="${palette.deep}" stroke-width="0"`);
  const parapet = path(
    `M-20 ${n(deck + 40)}Q${width / 2} ${n(crown - 60)} ${width + 20} ${n(deck + 40)}`,
    "none",
    `stroke="${palette.light}" stroke-width="16"`,
  );
  const span0 = masonry + soffit + parapet;
  const shore = ridge(canvas, water - 110, 40, mix(palette.skyBottom, palette.second, 0.55));
  const ripples = times(26, () => {
    const y = water + 14 + random.next() ** 1.4 * (height - water - 20);
    const w = random.between(60, 260) * (0.5 + (y - water) / 240);
    return rect(
      random.between(-60, width),
      y,
      w,
      random.between(2, 5),
      random.chance(0.6) ? palette.light : palette.deep,
      `opacity="${n(random.between(1, 3)) === "0" ? 0.2 : 0.28}" rx="2"`,
    );
  });
  const sun = {
    x: width * random.between(0.25, 0.75),
    y: random.between(190, 250),
    r: random.between(80, 105),
  };
  return [
    "<defs>",
    gradient("masonry", [
      [0, palette.soft],
      [1, mix(palette.mid, palette.dark, 0.45)],
    ]),
    gradient("water", [
      [0, mix(palette.skyBottom, palette.second, 0.5), 0.35],
      [1, mix(palette.second, palette.deep, 0.65), 0.96],
    ]),
    `<clipPath id="below"><rect x="0" y="${water}" width="${width}" height="${height - water}"/></clipPath>`,
    "</defs>",
    sky(canvas, sun),
    shore,
    rect(0, water, width, height - water, mix(palette.skyBottom, palette.soft, 0.4)),
    group(
      group(span0, `transform="matrix(1 0 0 -0.92 0 ${n(water * 1.92)})" opacity="0.75"`),
      'clip-path="url(#below)"',
    ),
    rect(0, water, width, height - water, "url(#water)"),
    span0,
    rect(0, water - 3, width, 6, palette.deep, 'opacity="0.35"'),
    ...ripples,
  ].join("");
};
