import type { Sharp } from "sharp";
import type { ImageWorkshop } from "../image-workshop.js";
import { assertFramesFit } from "./output-size.js";
import type { OutputFormat, TransformPlan } from "./plan-transform.js";

const animatedOutputs: OutputFormat[] = ["gif", "webp"];

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Makes the variant of the image at `from` into a file at `to`. Turned upright as its EXIF says; the metadata, which
 * may say where a photograph was taken, stays behind. An animation stays one where the output can hold it, and is
 * its first frame where not.
 */
export async function transformImage(
  workshop: ImageWorkshop,
  from: string,
  plan: TransformPlan,
  to: string,
): Promise<void> {
  const { format, pages = 1, ...frame } = await workshop.open(from).metadata();
  const animated = pages > 1 && format !== "tiff" && animatedOutputs.includes(plan.format);
  if (animated) assertFramesFit(frame, pages, plan);
  // Frames stand below one another in one tall image, which cannot be turned; no animation carries EXIF in practice.
  const image = workshop.open(from, animated ? { animated } : { autoOrient: true });
  const { width, height } = plan;
  if (width !== null || height !== null) {
    image.resize({
      ...(width !== null && { width }),
      ...(height !== null && { height }),
      fit: plan.fit,
      background: plan.format === "jpeg" ? "white" : transparent,
    });
  }
  await encode(image, plan).toFile(to);
}

function encode(image: Sharp, { format, quality }: TransformPlan): Sharp {
  const options = quality === null ? {} : { quality };
  switch (format) {
    case "webp":
      return image.webp(options);
    case "avif":
      // More effort takes up to eight times as long and saves a few per cent.
      return image.avif({ ...options, effort: 0 });
    case "jpeg":
      // Without mozjpeg's search for the smallest file, which takes several times as long: WebP is for that.
      return image.flatten({ background: "white" }).jpeg({ ...options, progressive: true });
    case "png":
      return image.png();
    case "gif":
      return image.gif();
  }
}
