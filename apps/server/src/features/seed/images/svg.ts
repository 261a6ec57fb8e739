import type { Palette } from "./palettes.js";
import type { Random } from "./random.js";

export interface Canvas {
  width: number;
  height: number;
  palette: Palette;
  random: Random;
}

/** Draws the inside of an `<svg>` element, without its frame. */
export type Scene = (canvas: Canvas) => string;

export type Point = readonly [x: number, y: number];

export const n = (value: number): string => String(Math.round(value * 10) / 10);

export function rect(x: number, y: number, w: number, h: number, fill: string, extra = ""): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${extra}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, extra = ""): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${extra}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, extra = ""): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${extra}/>`;
}

export function poly(points: readonly Point[], fill: string, extra = ""): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ")}" fill="${fill}" ${extra}/>`;
}

export function path(d: string, fill: string, extra = ""): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`;
}

export function line(from: Point, to: Point, stroke: string, width: number, extra = ""): string {
  return `<line x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}" stroke="${stroke}" stroke-width="${n(width)}" ${extra}/>`;
}

export function group(inner: string, extra = ""): string {
  return `<g ${extra}>${inner}</g>`;
}

type Stop = readonly [offset: number, color: string, opacity?: number];

/** A linear gradient in the box of the shape that uses it; refer to it as `url(#id)`. */
export function gradient(
  id: string,
  stops: readonly Stop[],
  direction: "down" | "right" | "diagonal" = "down",
): string {
  const end = { down: 'x2="0" y2="1"', right: 'x2="1" y2="0"', diagonal: 'x2="1" y2="1"' }[direction];
  return `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stops.map(stop).join("")}</linearGradient>`;
}

export function radial(id: string, stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops.map(stop).join("")}</radialGradient>`;
}

function stop([offset, color, opacity = 1]: Stop): string {
  return `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`;
}

/** The colour `t` of the way from one hex colour to another. */
export function mix(from: string, to: string, t: number): string {
  const channel = (color: string, at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  const blend = (at: number): string =>
    Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * t)
      .toString(16)
      .padStart(2, "0");
  return `#${blend(1)}${blend(3)}${blend(5)}`;
}

/** An opening with a round head, as a closed path: springing line at `top + width / 2`. */
export function archPath(x: number, top: number, width: number, bottom: number): string {
  const r = width / 2;
  return `M${n(x)} ${n(bottom)}V${n(top + r)}A${n(r)} ${n(r)} 0 0 1 ${n(x + width)} ${n(top + r)}V${n(bottom)}Z`;
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
