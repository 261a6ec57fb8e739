/** How a file is treated: what is measured, what may be shown by a browser, what is only handed out for saving. */
export type MediaKind =
  /** A raster image that is decoded and measured here. */
  | "image"
  | "svg"
  | "audio"
  | "video"
  | "pdf"
  /** All else: saved, never shown. */
  | "other";

/** Raster images that sharp reads and that are therefore proven to be what they say. */
export const rasterTypes = [
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/tiff",
] as const;

export type RasterType = (typeof rasterTypes)[number];

const audioTypes = ["audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg", "audio/wav", "audio/flac"];
const videoTypes = ["video/mp4", "video/webm", "video/ogg"];

export function isRaster(contentType: string): contentType is RasterType {
  return (rasterTypes as readonly string[]).includes(contentType);
}

export function mediaKind(contentType: string): MediaKind {
  if (isRaster(contentType)) return "image";
  if (contentType === "image/svg+xml") return "svg";
  if (audioTypes.includes(contentType)) return "audio";
  if (videoTypes.includes(contentType)) return "video";
  return contentType === "application/pdf" ? "pdf" : "other";
}
