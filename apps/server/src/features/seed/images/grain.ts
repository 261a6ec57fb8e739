import { randomFrom } from "./random.js";

const size = 320;
let tile: Buffer | undefined;

/** A square of fine paper grain, laid over every picture so that flat areas do not look like plastic. */
export function grainTile(): { input: Buffer; raw: { width: number; height: number; channels: 4 } } {
  tile ??= makeTile();
  return { input: tile, raw: { width: size, height: size, channels: 4 } };
}

function makeTile(): Buffer {
  const random = randomFrom("paper grain");
  const pixels = Buffer.alloc(size * size * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const light = random.next() > 0.5 ? 255 : 20;
    pixels.fill(light, at, at + 3);
    pixels[at + 3] = Math.round(random.next() ** 2 * 20);
  }
  return pixels;
}
