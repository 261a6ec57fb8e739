import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A photograph-like picture: every pixel differs, so nothing about it compresses away. */
export function picture(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 7919) >> 3;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Left half red, right half blue: shows what was cropped, turned or mirrored. */
export async function redAndBlue(width: number, height: number): Promise<Sharp> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: "red" } })
    .png()
    .toBuffer();
  const base = await sharp({ create: { width, height, channels: 3, background: "blue" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return sharp(base);
}

/** An animation of that many frames, each of another colour. */
export async function animation(frames: number, width: number, height: number): Promise<Buffer> {
  const colours = ["red", "lime", "blue", "white"];
  const images = await Promise.all(
    Array.from({ length: frames }, (_, n) =>
      sharp({ create: { width, height, channels: 3, background: colours[n % colours.length]! } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(images, { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** A few bytes that claim to be an image of any size. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
