import { badRequest } from "../../../api/api-error.js";
import type { OutputFormat, TransformPlan } from "./plan-transform.js";

export type Box = Pick<TransformPlan, "width" | "height">;

interface Size {
  width: number;
  height: number;
}

/** Pixels of a variant at most: what a core encodes in a second or two, however the picture is made. */
export const mostPixels: Record<OutputFormat, number> = {
  avif: 4_000_000,
  webp: 8_000_000,
  jpeg: 8_000_000,
  png: 8_000_000,
  gif: 8_000_000,
};

/** Pixels over all frames of an animated variant at most. */
const mostAnimated = 32_000_000;

/** How large an image comes out of a box. */
export function outputSize(image: Size, { width, height, fit }: Pick<TransformPlan, "fit"> & Box): Size {
  if (width !== null && height !== null && fit !== "inside") return { width, height };
  const scale =
    width === null && height === null
      ? 1
      : Math.min(
          (width ?? Number.POSITIVE_INFINITY) / image.width,
          (height ?? Number.POSITIVE_INFINITY) / image.height,
        );
  return {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  };
}

/**
 * The box, or one of its shape that keeps to the most pixels: a page that asks for a width works with whatever is
 * uploaded. Who asks to enlarge past the most is told so.
 */
export function boundBox(
  image: Size,
  plan: Pick<TransformPlan, "fit" | "format"> & Box,
  enlarge: boolean,
): Box {
  const { width, height } = outputSize(image, plan);
  const most = mostPixels[plan.format];
  if (width * height <= most) return { width: plan.width, height: plan.height };
  if (enlarge) {
    throw badRequest([
      {
        path: "enlarge",
        message: `This makes ${width} × ${height} pixels, and ${plan.format} has ${most} at most. Ask for a smaller w or h.`,
      },
    ]);
  }
  const scale = Math.sqrt(most / (width * height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** Only the file itself says how many frames it has, so this is asked when the variant is made. */
export function assertFramesFit(frame: Size, frames: number, plan: TransformPlan): void {
  const { width, height } = outputSize(frame, plan);
  if (width * height * frames <= mostAnimated) return;
  throw badRequest([
    {
      path: "",
      message: `This makes ${frames} frames of ${width} × ${height} pixels, and an animated variant has ${mostAnimated} in all at most. Ask for a smaller w or h, or for format=jpeg or png, which take the first frame.`,
    },
  ]);
}
