import { circle, ellipse, gradient, mix, path, rect, type Scene } from "../svg.js";

type Hair = "bun" | "crop" | "bob" | "curls" | "cap" | "long";

/** A faceless bust in flat shapes: skin and hair from a fixed choice, the ground from the palette. */
export function portrait(hair: Hair, skin: string, hairColor: string, glasses: boolean): Scene {
  return ({ palette }) => {
    const shade = mix(skin, "#6b2f22", 0.26);
    const behind: Record<Hair, string> = {
      bun: circle(300, 122, 46, hairColor),
      crop: "",
      bob: path("M186 250q0 -122 114 -122t114 122v110q0 22 -24 22H210q-24 0 -24 -22z", hairColor),
      curls: [
        [206, 232, 52],
        [232, 172, 58],
        [300, 148, 64],
        [368, 172, 58],
        [394, 232, 52],
        [200, 292, 40],
        [400, 292, 40],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, hairColor))
        .join(""),
      cap: "",
      long: path("M184 250q0 -126 116 -126t116 126q0 120 34 210H150q34 -90 34 -210z", hairColor),
    };
    const front: Record<Hair, string> = {
      bun: path("M208 262q-8 -118 92 -118t92 118q-20 -66 -92 -66t-92 66z", hairColor),
      crop: path(
        "M206 268q-12 -128 94 -128t94 128l-14 -8q-4 -46 -34 -58q-50 14 -92 0q-30 12 -34 58z",
        hairColor,
      ),
      bob: path("M206 280q-6 -138 94 -138t94 138q-22 -66 -54 -84q-48 40 -134 84z", hairColor),
      curls: [
        [238, 186, 34],
        [282, 170, 36],
        [326, 172, 36],
        [364, 194, 32],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, hairColor))
        .join(""),
      cap:
        path("M204 240h18q4 46 -6 66q-10 -8 -12 -40zM396 240h-18q-4 46 6 66q10 -8 12 -40z", hairColor) +
        path("M200 236q0 -108 100 -108t100 108z", palette.accent) +
        path(
          "M192 226h216q14 0 14 13t-14 13H192q-14 0 -14 -13t14 -13z",
          mix(palette.accent, palette.deep, 0.3),
        ),
      long: path("M206 290q-10 -146 94 -146t94 146q-10 -86 -84 -108q-74 22 -104 108z", hairColor),
    };
    const lenses = [258, 342]
      .map((x) => circle(x, 276, 27, "none", `stroke="${palette.deep}" stroke-width="6"`))
      .join("");
    return [
      "<defs>",
      gradient("ground", [
        [0, palette.skyTop],
        [1, palette.skyBottom],
      ]),
      gradient(
        "coat",
        [
          [0, mix(palette.accent, palette.light, 0.08)],
          [1, mix(palette.accent, palette.deep, 0.45)],
        ],
        "diagonal",
      ),
      gradient(
        "face",
        [
          [0, mix(skin, "#ffffff", 0.1)],
          [1, mix(skin, palette.deep, 0.08)],
        ],
        "right",
      ),
      `<clipPath id="head"><path d="M208 250q0 -104 92 -104t92 104v52q0 92 -92 104q-92 -12 -92 -104z"/></clipPath>`,
      "</defs>",
      rect(0, 0, 600, 600, "url(#ground)"),
      path("M70 600V300A230 230 0 0 1 530 300V600Z", mix(palette.mid, palette.soft, 0.25)),
      path("M300 70A230 230 0 0 1 530 300V600H300Z", palette.mid, 'opacity="0.45"'),
      behind[hair],
      path("M110 600q0 -132 128 -148h124q128 16 128 148z", "url(#coat)"),
      path("M252 360h96v84q0 42 -48 54q-48 -12 -48 -54z", shade),
      path("M238 448l62 62l62 -62l26 10l-88 104l-88 -104z", mix(palette.light, palette.soft, 0.2)),
      path("M208 250q0 -104 92 -104t92 104v52q0 92 -92 104q-92 -12 -92 -104z", "url(#face)"),
      `<g clip-path="url(#head)">${rect(318, 130, 90, 300, shade, 'opacity="0.32"')}</g>`,
      path(
        "M300 272l16 54q-8 10 -24 6",
        "none",
        `stroke="${shade}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"`,
      ),
      path(
        "M276 362q24 13 48 0",
        "none",
        `stroke="${mix(shade, palette.deep, 0.3)}" stroke-width="6" stroke-linecap="round"`,
      ),
      ellipse(258, 278, 6.5, 8, palette.deep) + ellipse(342, 278, 6.5, 8, palette.deep),
      glasses ? lenses + rect(284, 272, 32, 6, palette.deep) : "",
      front[hair],
    ].join("");
  };
}
