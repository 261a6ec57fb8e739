import { circle, group, mix, path, poly, rect, type Scene, times } from "../svg.js";

/** A wall of painted tiles: one quarter is drawn and mirrored, so the pattern closes over four tiles. */
export const tiles: Scene = ({ width, height, palette, random }) => {
  const size = 200;
  const half = size / 2;
  const [ground, figure, contrast, spark] = random.pick([
    [palette.light, palette.accent, palette.mid, palette.second],
    [palette.light, palette.dark, palette.sun, palette.soft],
    [palette.soft, palette.deep, palette.accent, palette.light],
  ] as const);
  const motif = random.pick(["rings", "star", "leaf"] as const);
  const quarter = {
    rings:
      path(`M0 0H${size}A${size} ${size} 0 0 1 0 ${size}Z`, figure) +
      path(`M0 0H${size * 0.78}A${size * 0.78} ${size * 0.78} 0 0 1 0 ${size * 0.78}Z`, ground) +
      path(`M0 0H${size * 0.56}A${size * 0.56} ${size * 0.56} 0 0 1 0 ${size * 0.56}Z`, contrast) +
      path(`M0 0H${size * 0.3}A${size * 0.3} ${size * 0.3} 0 0 1 0 ${size * 0.3}Z`, spark) +
      path(
        `M${size} ${size}V${size * 0.66}A${size * 0.34} ${size * 0.34} 0 0 0 ${size * 0.66} ${size}Z`,
        contrast,
      ),
    star:
      poly(
        [
          [0, 0],
          [size, 0],
          [half, half],
        ],
        figure,
      ) +
      poly(
        [
          [0, 0],
          [half, half],
          [0, size],
        ],
        mix(figure, palette.deep, 0.3),
      ) +
      poly(
        [
          [0, 0],
          [half * 1.05, 0],
          [half * 0.5, half * 0.5],
        ],
        spark,
      ) +
      poly(
        [
          [0, 0],
          [half * 0.5, half * 0.5],
          [0, half * 1.05],
        ],
        mix(spark, contrast, 0.4),
      ) +
      circle(size, size, half * 0.78, contrast) +
      circle(size, size, half * 0.4, ground),
    leaf:
      path(`M0 0Q${size} 0 ${size} ${size}Q0 ${size} 0 0Z`, figure) +
      path(
        `M${size * 0.12} ${size * 0.12}Q${size * 0.78} ${size * 0.22} ${size * 0.88} ${size * 0.88}Q${size * 0.22} ${size * 0.78} ${size * 0.12} ${size * 0.12}Z`,
        contrast,
      ) +
      path(`M${size} 0V${size * 0.42}A${size * 0.42} ${size * 0.42} 0 0 1 ${size * 0.58} 0Z`, spark) +
      path(`M0 ${size}H${size * 0.42}A${size * 0.42} ${size * 0.42} 0 0 0 0 ${size * 0.58}Z`, spark),
  }[motif];
  const columns = Math.ceil(width / size) + 1;
  const rows = Math.ceil(height / size) + 1;
  const wall = times(columns * rows, (i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const [sx, sy] = [column % 2 ? -1 : 1, row % 2 ? -1 : 1];
    // Hand-painted tiles never match: a few come out of the kiln darker or paler than their neighbours.
    const fired = random.between(-0.16, 0.16);
    const x = column * size;
    const y = row * size;
    return group(
      rect(0, 0, size, size, ground) +
        group(
          quarter,
          `transform="translate(${sx < 0 ? size : 0} ${sy < 0 ? size : 0}) scale(${sx} ${sy})"`,
        ) +
        rect(
          0,
          0,
          size,
          size,
          fired > 0 ? palette.deep : palette.light,
          `opacity="${Math.abs(fired).toFixed(2)}"`,
        ) +
        rect(
          0,
          0,
          size,
          size,
          "none",
          `stroke="${mix(palette.deep, palette.dark, 0.5)}" stroke-width="4" stroke-opacity="0.45"`,
        ) +
        rect(5, 5, size - 10, 4, "#ffffff", 'opacity="0.22"'),
      `transform="translate(${x - 0} ${y - 50})"`,
    );
  });
  return `<defs><linearGradient id="rake" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${palette.light}" stop-opacity="0.35"/><stop offset="0.5" stop-color="${palette.light}" stop-opacity="0"/><stop offset="1" stop-color="${palette.deep}" stop-opacity="0.45"/></linearGradient></defs>${wall.join("")}${rect(0, 0, width, height, "url(#rake)")}`;
};
