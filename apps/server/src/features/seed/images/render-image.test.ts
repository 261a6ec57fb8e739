import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readMagazine } from "../content/index.js";
import { describeImage, renderImage } from "./render-image.js";

describe("images of the sample workspace", () => {
  it("renders every image to its stated size, as WebP under 200 kB", async () => {
    const { images } = readMagazine();
    expect(images.length).toBeGreaterThan(50);
    const wrong: string[] = [];
    for (const name of images) {
      const file = await renderImage(name);
      const { width, height, format } = await sharp(file).metadata();
      const stated = describeImage(name);
      const fits =
        width === stated.width && height === stated.height && format === "webp" && file.length < 200_000;
      if (!fits) wrong.push(`${name}: ${format} ${width}x${height}, ${file.length} bytes`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it("makes covers of 1600 by 900 and portraits of 600 by 600", () => {
    expect(describeImage("cover-arcade-stone-1")).toMatchObject({ width: 1600, height: 900 });
    expect(describeImage("portrait-ines-varga")).toMatchObject({ width: 600, height: 600 });
  });

  it("draws the same bytes for the same name and other bytes for another", async () => {
    const first = await renderImage("cover-tiles-stone-1");
    expect(first.equals(await renderImage("cover-tiles-stone-1"))).toBe(true);
    expect(first.equals(await renderImage("cover-tiles-stone-2"))).toBe(false);
  });

  it("names the image and the choices when a drawing does not exist", () => {
    expect(() => describeImage("cover-castle-stone-1")).toThrow(
      /"cover-castle-stone-1": "castle" is not one of arcade,/,
    );
    expect(() => describeImage("portrait-nobody")).toThrow(/"nobody" is not one of ines-varga/);
    expect(() => describeImage("constructor")).toThrow(/"constructor" is not one of/);
  });
});
