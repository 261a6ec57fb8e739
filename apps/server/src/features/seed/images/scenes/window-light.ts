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

/** A quiet room: the shape of a window lies on the wall, and one or two things stand in it. */
export const windowLight: Scene = ({ width, height, palette, random }) => {
  const floor = random.between(690, 720);
  const lit = mix(palette.light, palette.sun, 0.18);
  const paint = random.pick([palette.mid, palette.second, mix(palette.accent, palette.soft, 0.35)] as const);
  const columns = random.int(2, 3);
  const rows = random.int(2, 4);
  const w = random.between(480, 620);
  const h = 500;
  const x0 = random.between(0.28, 0.46) * width;
  const gap = 20;
  const pane = { w: (w - gap * (columns - 1)) / columns, h: (h - gap * (rows - 1)) / rows };
  const panes = times(columns * rows, (i) =>
    rect(
      (i % columns) * (pane.w + gap),
      Math.floor(i / columns) * (pane.h + gap),
      pane.w,
      pane.h,
      "url(#beam)",
    ),
  ).join("");
  const tableX = random.between(150, 260);
  const top = floor - 165;
  const table = [
    ellipse(tableX + 250, floor + 78, 330, 26, palette.deep, 'opacity="0.25"'),
    rect(tableX + 40, top, 22, 245, mix(palette.dark, palette.deep, 0.25)),
    rect(tableX + 430, top, 22, 245, mix(palette.dark, palette.deep, 0.25)),
    rect(tableX + 40, top + 20, 410, 34, palette.dark),
    rect(tableX, top, 490, 24, mix(palette.mid, palette.dark, 0.3)),
    rect(tableX, top, 490, 6, palette.soft),
  ].join("");
  const vase = (x: number): string =>
    [
      ...times(5, (i) => {
        const lean = (i - 2) * random.between(26, 40);
        const tip = top - random.between(190, 270);
        return (
          path(
            `M${x} ${top - 90}Q${x + lean * 0.2} ${tip + 80} ${x + lean} ${tip}`,
            "none",
            `stroke="${palette.accent}" stroke-width="5"`,
          ) +
          ellipse(
            x + lean,
            tip,
            15,
            32,
            i % 2 ? palette.accent : mix(palette.accent, palette.deep, 0.3),
            `transform="rotate(${lean / 2} ${x + lean} ${tip})"`,
          )
        );
      }),
      path(
        `M${x - 22} ${top - 105}h44q-8 20 8 44q18 40 -14 61h-32q-32 -21 -14 -61q16 -24 8 -44z`,
        "url(#pot)",
      ),
    ].join("");
  const bowl = (x: number): string =>
    circle(x - 24, top - 52, 26, palette.second) +
    circle(x + 22, top - 50, 24, palette.sun) +
    path(`M${x - 78} ${top - 52}h156q-10 52 -50 52h-56q-40 0 -50 -52z`, "url(#pot)");
  const books = (x: number): string =>
    times(3, (i) =>
      rect(
        x - 70 + random.between(-8, 8),
        top - 24 * (i + 1),
        140 - i * 12,
        24,
        [palette.accent, palette.light, palette.mid][i] ?? palette.mid,
      ),
    ).join("");
  const lamp = (x: number): string =>
    path(`M${x} -10V190`, "none", `stroke="${palette.deep}" stroke-width="4"`) +
    path(`M${x - 120} 262q18 -82 120 -82t120 82z`, mix(palette.accent, palette.deep, 0.15)) +
    ellipse(x, 262, 120, 12, palette.second);
  const things = [vase, bowl, books] as const;
  const first = random.int(0, 2);
  const left = things[first] ?? vase;
  const right = things[(first + 1 + random.int(0, 1)) % 3] ?? bowl;
  return [
    "<defs>",
    gradient(
      "wall",
      [
        [0, mix(paint, palette.soft, 0.25)],
        [1, mix(mix(paint, palette.soft, 0.8), palette.light, 0.15)],
      ],
      "diagonal",
    ),
    gradient("boards", [
      [0, mix(palette.mid, palette.dark, 0.55)],
      [1, mix(palette.dark, palette.deep, 0.45)],
    ]),
    gradient("beam", [
      [0, lit, 0.95],
      [1, lit, 0.78],
    ]),
    gradient(
      "pot",
      [
        [0, palette.light],
        [1, mix(palette.soft, palette.mid, 0.6)],
      ],
      "right",
    ),
    radial("glow", [
      [0, lit, 0.6],
      [1, lit, 0],
    ]),
    "</defs>",
    rect(0, 0, width, height, "url(#wall)"),
    circle(x0 + w / 2 + 120, 330, 620, "url(#glow)"),
    group(panes, `transform="matrix(1 0.16 -0.36 1 ${x0 + 200} 60)"`),
    rect(0, floor, width, height - floor, "url(#boards)"),
    ...times(6, (i) =>
      poly(
        [
          [i * 330 - 60, floor],
          [i * 330 - 57, floor],
          [i * 420 - 320, height],
          [i * 420 - 326, height],
        ],
        palette.deep,
        'opacity="0.35"',
      ),
    ),
    poly(
      [
        [x0 + 140, floor],
        [x0 + 140 + w, floor],
        [x0 + w - 60, height],
        [x0 - 120, height],
      ],
      lit,
      'opacity="0.25"',
    ),
    rect(0, floor - 34, width, 34, mix(palette.soft, palette.light, 0.5)),
    rect(0, floor - 34, width, 4, palette.dark, 'opacity="0.2"'),
    random.chance(0.6) ? lamp(tableX + 245) : "",
    table,
    left(tableX + 130),
    right(tableX + 350),
  ].join("");
};
