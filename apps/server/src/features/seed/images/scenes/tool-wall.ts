import {
  circle,
  ellipse,
  gradient,
  group,
  mix,
  path,
  poly,
  radial,
  rect,
  type Scene,
  times,
} from "../svg.js";

/** A boarded workshop wall with hand tools on their pegs, lit from the upper left. */
export const toolWall: Scene = ({ width, height, palette, random }) => {
  const paint = random.pick([
    mix(palette.dark, palette.second, 0.45),
    mix(palette.soft, palette.mid, 0.3),
    mix(palette.accent, palette.dark, 0.12),
  ] as const);
  const steel = mix(palette.light, palette.second, 0.35);
  const wood = palette.mid;
  // Each tool hangs from (0, 0) and is about 420 tall; one shape serves the tool and its shadow.
  const tools: ReadonlyArray<(tint?: string) => string> = [
    (tint) =>
      path("M-34 6q34 -30 68 0l6 84q-40 26 -80 0z", tint ?? palette.accent) +
      (tint ? "" : path("M-14 26q14 -12 28 0l3 40q-17 12 -34 0z", mix(palette.dark, palette.deep, 0.4))) +
      poly(
        [
          [-40, 88],
          [44, 88],
          [22, 430],
          [4, 430],
        ],
        tint ?? steel,
      ) +
      times(13, (i) =>
        poly(
          [
            [-40 + i * 3.4, 88 + i * 26],
            [-52 + i * 3.4, 101 + i * 26],
            [-37 + i * 3.4, 114 + i * 26],
          ],
          tint ?? steel,
        ),
      ).join(""),
    (tint) =>
      rect(-17, 0, 34, 330, tint ?? wood, 'rx="14"') +
      rect(-95, 270, 190, 120, tint ?? mix(wood, palette.dark, 0.4), 'rx="12"') +
      (tint ? "" : rect(-95, 270, 20, 120, mix(wood, palette.soft, 0.5), 'rx="10"')),
    (tint) =>
      rect(-15, 0, 30, 300, tint ?? steel) +
      rect(-15, 282, 190, 58, tint ?? mix(palette.dark, palette.deep, 0.25), 'rx="6"') +
      (tint ? "" : times(9, (i) => rect(-15, 24 + i * 28, i % 2 ? 10 : 16, 3, palette.deep)).join("")),
    (tint) =>
      path("M-20 4q20 -16 40 0l5 150q-25 18 -50 0z", tint ?? palette.accent) +
      rect(-21, 156, 42, 16, tint ?? palette.second) +
      rect(-13, 172, 26, 190, tint ?? steel) +
      poly(
        [
          [-13, 360],
          [13, 360],
          [13, 392],
          [-13, 376],
        ],
        tint ?? mix(steel, palette.deep, 0.3),
      ),
    (tint) =>
      path("M-8 0h16v40h-16z", tint ?? palette.deep) +
      path("M-10 34L-78 400l10 4L2 60L72 404l10 -4L12 34z", tint ?? steel) +
      circle(0, 34, 24, tint ?? palette.second),
    (tint) =>
      rect(-1.5, 0, 3, 250, tint ?? palette.deep) +
      path("M-34 250h68l-4 60q-6 60 -30 96q-24 -36 -30 -96z", tint ?? palette.second) +
      rect(-14, 232, 28, 22, tint ?? palette.deep),
    (tint) =>
      rect(-16, 0, 32, 170, tint ?? wood, 'rx="15"') +
      rect(-6, 160, 12, 60, tint ?? palette.deep) +
      path("M-66 220h132l-20 150q-46 50 -92 0z", tint ?? steel),
    (tint) =>
      rect(-13, 0, 26, 190, tint ?? wood, 'rx="12"') +
      rect(-62, 180, 124, 62, tint ?? palette.second, 'rx="6"') +
      path("M-60 242h120l-10 128q-50 22 -100 0z", tint ?? mix(palette.light, palette.soft, 0.4)),
  ];
  const board = 150;
  const count = 6;
  const offset = random.int(0, tools.length - 1);
  const stride = random.pick([1, 3, 5] as const);
  const hung = times(count, (i) => {
    const tool = tools[(offset + i * stride) % tools.length];
    const x = width * (0.1 + (i / (count - 1)) * 0.8) - 10;
    const y = 210 + random.between(-14, 14);
    const lean = random.between(-2.5, 2.5);
    return (
      group(
        tool?.(palette.deep) ?? "",
        `transform="translate(${x + 34} ${y + 30}) rotate(${lean + 2}) scale(1.18)" opacity="0.26"`,
      ) +
      group(tool?.() ?? "", `transform="translate(${x} ${y}) rotate(${lean}) scale(1.18)"`) +
      circle(x, y + 6, 8, palette.deep)
    );
  });
  return [
    "<defs>",
    radial(
      "pool",
      [
        [0, palette.light, 0.7],
        [1, palette.light, 0],
      ],
      0.3,
      0.2,
      0.8,
    ),
    gradient(
      "dusk",
      [
        [0, palette.deep, 0],
        [1, palette.deep, 0.45],
      ],
      "diagonal",
    ),
    gradient("bench", [
      [0, mix(palette.mid, palette.soft, 0.35)],
      [1, mix(palette.mid, palette.deep, 0.35)],
    ]),
    "</defs>",
    rect(0, 0, width, height, paint),
    ...times(Math.ceil(width / board), (i) =>
      rect(i * board, 0, board - 4, height, mix(paint, palette.second, random.between(0, 0.16))),
    ),
    rect(0, 0, width, height, "url(#pool)"),
    rect(60, 190, width - 120, 34, mix(palette.mid, palette.soft, 0.5)),
    rect(60, 224, width - 120, 14, palette.deep, 'opacity="0.25"'),
    ...hung,
    rect(0, 790, width, 110, "url(#bench)"),
    rect(0, 786, width, 12, palette.soft),
    ellipse(width * 0.72, 786, 60, 10, palette.deep, 'opacity="0.2"'),
    path(`M${width * 0.66} 786q30 -40 60 -6q24 -34 52 6z`, palette.light),
    path(`M${width * 0.7} 786q18 -26 44 0z`, palette.soft),
    rect(0, 0, width, height, "url(#dusk)"),
  ].join("");
};
