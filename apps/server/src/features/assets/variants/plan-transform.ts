import { createHash } from "node:crypto";
import sharp from "sharp";
import type { RasterType } from "../media-types.js";
import { boundBox } from "./output-size.js";
import type { Fit, TransformParams } from "./transform-params.js";

export type OutputFormat = "webp" | "avif" | "jpeg" | "png" | "gif";

/** What will be made, with nothing left open: equal plans of one file make equal bytes. */
export interface TransformPlan {
  /** The box in pixels; null leaves the size as it is, or follows from the other side. */
  width: number | null;
  height: number | null;
  fit: Fit;
  format: OutputFormat;
  quality: number | null;
}

export interface TransformSource {
  sha256: string;
  contentType: RasterType;
  width: number;
  height: number;
}

const ownFormats: Record<RasterType, OutputFormat> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/tiff": "png",
};

const defaultQuality: Record<OutputFormat, number | null> = {
  webp: 80,
  avif: 50,
  jpeg: 80,
  png: null,
  gif: null,
};

export function planTransform(
  source: TransformSource,
  params: TransformParams,
  accept: string,
): TransformPlan {
  const format = chooseFormat(source.contentType, params.format, accept);
  const { fit, enlarge } = params;
  return {
    ...boundBox(source, { ...box(source, params), fit, format }, enlarge),
    fit,
    format,
    quality: defaultQuality[format] === null ? null : (params.q ?? defaultQuality[format]),
  };
}

/** Raised when `transform-image.ts` begins to make other bytes of the same plan. */
const revision = 2;

/**
 * Names what a plan makes of a file: the cache's key and the answer's ETag. Another version of sharp may make other
 * bytes of it, so it is part of the name.
 */
export function variantName({ sha256 }: Pick<TransformSource, "sha256">, plan: TransformPlan): string {
  const { width, height, fit, format, quality } = plan;
  return createHash("sha256")
    .update(JSON.stringify([revision, sharp.versions.sharp, sha256, width, height, fit, format, quality]))
    .digest("hex");
}

/**
 * `auto` is WebP for whoever takes it: AVIF would be somewhat smaller still, but takes several times as long.
 * Who does not take WebP gets a format that everything shows.
 */
function chooseFormat(
  contentType: RasterType,
  asked: TransformParams["format"],
  accept: string,
): OutputFormat {
  if (asked === null) return ownFormats[contentType];
  if (asked !== "auto") return asked;
  if (/(^|,)\s*image\/webp\s*(;|,|$)/i.test(accept)) return "webp";
  const own = ownFormats[contentType];
  return own === "webp" || own === "avif" ? "png" : own;
}

/**
 * The box that is aimed at. Unless enlarging was asked for, one that the image cannot fill shrinks in proportion
 * until it can: `cover` and `contain` keep the shape that was asked for.
 */
function box({ width, height }: TransformSource, { w, h, fit, enlarge }: TransformParams) {
  if (enlarge || (w === null && h === null)) return { width: w, height: h };
  if (w === null || h === null || fit === "inside") {
    return { width: w && Math.min(w, width), height: h && Math.min(h, height) };
  }
  const pick = fit === "cover" ? Math.min : Math.max;
  const scale = Math.min(1, pick(width / w, height / h));
  return { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
}
