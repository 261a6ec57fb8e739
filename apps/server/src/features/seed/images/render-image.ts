import sharp from "sharp";
import { grainTile } from "./grain.js";
import { type PaletteName, palettes } from "./palettes.js";
import { plates } from "./plates/index.js";
import { portraits } from "./portraits/index.js";
import { randomFrom } from "./random.js";
import { scenes } from "./scenes/index.js";
import { group, type Scene } from "./svg.js";

const sizes = {
  cover: { width: 1600, height: 900 },
  plate: { width: 1200, height: 800 },
  portrait: { width: 600, height: 600 },
} as const;

/** The file an image becomes when it is uploaded. */
export interface ImageFile {
  fileName: string;
  contentType: "image/webp";
  width: number;
  height: number;
}

/**
 * Every image is made from its name:
 * `cover-SCENE-PALETTE-N` (1600x900; N varies the composition, and every even N is mirrored), `plate-SUBJECT-PALETTE` (1200x800),
 * `portrait-PERSON` (600x600).
 *
 * @throws if the name asks for a scene, subject, person or palette that does not exist
 */
export function describeImage(name: string): ImageFile {
  const { size } = compose(name);
  return { fileName: `${name}.webp`, contentType: "image/webp", ...size };
}

/** Draws the image as WebP: the same bytes for the same name, whatever was drawn before. */
export async function renderImage(name: string): Promise<Buffer> {
  const { size, palette, scene } = compose(name);
  const drawing = scene({ ...size, palette: palettes[palette], random: randomFrom(name) });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">${drawing}</svg>`;
  return sharp(Buffer.from(svg))
    .composite([{ ...grainTile(), tile: true }])
    .removeAlpha()
    .webp({ quality: 74, effort: 1 })
    .toBuffer();
}

interface Composition {
  size: (typeof sizes)[keyof typeof sizes];
  palette: PaletteName;
  scene: Scene;
}

function compose(name: string): Composition {
  const kind = name.slice(0, name.indexOf("-"));
  if (kind === "cover") {
    const [, subject = "", palette = "", number = ""] = /^cover-([a-z-]+)-([a-z]+)-(\d+)$/.exec(name) ?? [];
    const scene = scenes[choose(scenes, subject, name)];
    return {
      size: sizes.cover,
      palette: choose(palettes, palette, name),
      scene: Number(number) % 2 === 0 ? mirrored(scene) : scene,
    };
  }
  if (kind === "plate") {
    const [, subject = "", palette = ""] = /^plate-([a-z-]+)-([a-z]+)$/.exec(name) ?? [];
    return {
      size: sizes.plate,
      palette: choose(palettes, palette, name),
      scene: plates[choose(plates, subject, name)],
    };
  }
  const person = portraits[choose(portraits, name.replace(/^portrait-/, ""), name)];
  return { size: sizes.portrait, ...person };
}

function mirrored(scene: Scene): Scene {
  return (canvas) => group(scene(canvas), `transform="matrix(-1 0 0 1 ${canvas.width} 0)"`);
}

function choose<T extends object>(choices: T, key: string, name: string): keyof T {
  if (isKey(choices, key)) return key;
  throw new Error(
    `No drawing for image "${name}": "${key}" is not one of ${Object.keys(choices).join(", ")}.`,
  );
}

function isKey<T extends object>(choices: T, key: string): key is keyof T & string {
  return Object.hasOwn(choices, key);
}
