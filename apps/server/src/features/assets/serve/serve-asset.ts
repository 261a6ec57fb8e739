import type { IncomingMessage, ServerResponse } from "node:http";
import type { AssetId } from "@lintel/contract";
import type { Logger } from "pino";
import { ApiError, badRequest, notFound } from "../../../api/api-error.js";
import {
  type ObjectKey,
  ObjectMissing,
  type ObjectStore,
  StorageFailure,
} from "../../../storage/object-store.js";
import { fileStoreUnavailable } from "../file-store-unavailable.js";
import { isRaster, type MediaKind, mediaKind } from "../media-types.js";
import type { ImageVariants } from "../variants/image-variants.js";
import { type OutputFormat, planTransform, variantName } from "../variants/plan-transform.js";
import { parseTransformParams, type TransformParams } from "../variants/transform-params.js";
import { clientAddress as guessClientAddress } from "./client-address.js";
import { contentDisposition } from "./content-disposition.js";
import { type Content, type Representation, sendRepresentation } from "./send-representation.js";

/** What serving needs to know of an asset. */
export interface ServedAsset {
  id: AssetId;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  width: number | null;
  height: number | null;
  storageKey: ObjectKey;
}

export type ServeAsset = (
  request: IncomingMessage,
  response: ServerResponse,
  asset: ServedAsset,
) => Promise<void>;

export interface ServeSettings {
  store: ObjectStore;
  variants: ImageVariants;
  log: Pick<Logger, "error">;
  /** Where a visitor comes from, for sharing fairly. Guessed when absent. */
  clientAddress?: (request: IncomingMessage) => string | undefined;
}

/**
 * What a browser may do with a file that it is led to directly. Nothing in it runs, nothing is loaded, and it has no
 * origin. A player is a page of the browser's own around the file, so it may load that; the PDF viewers of Chrome
 * and Safari refuse to work in a sandbox, and PDF has one of its own.
 */
const policies: Record<MediaKind, string> = {
  image: "default-src 'none'; sandbox",
  svg: "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
  audio: "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  video: "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  pdf: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'",
  other: "default-src 'none'; sandbox",
};

/** Until a queue of images is likely to have moved on. */
const retrySeconds = 5;

const shown: ReadonlySet<MediaKind> = new Set<MediaKind>(["image", "audio", "video", "pdf"]);

const variantTypes: Record<OutputFormat, string> = {
  webp: "image/webp",
  avif: "image/avif",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
};

export function createServeAsset(settings: ServeSettings): ServeAsset {
  const { clientAddress = guessClientAddress } = settings;
  return async (request, response, asset) => {
    const query = new URL(request.url ?? "/", "http://localhost").searchParams;
    const params = parseTransformParams(query);
    const { accept = "" } = request.headers;
    const representation = choose(asset, params, { accept, address: clientAddress(request) }, settings);
    try {
      await sendRepresentation(request, response, representation);
    } catch (error) {
      const explained = explain(error, asset, settings.log);
      if (explained instanceof ApiError && explained.code === "SERVICE_UNAVAILABLE") {
        response.setHeader("retry-after", retrySeconds);
      }
      throw explained;
    }
  };
}

function choose(
  asset: ServedAsset,
  params: TransformParams | null,
  { accept, address }: { accept: string; address: string | undefined },
  { store, variants }: ServeSettings,
): Representation {
  if (!params || isUnchanged(asset, params)) return original(asset, store);
  const { contentType, width, height, sha256, storageKey } = asset;
  if (!isRaster(contentType) || width === null || height === null) {
    throw badRequest([
      {
        path: "",
        message: `Only images take parameters, and this asset is ${contentType}. Ask for it without.`,
      },
    ]);
  }
  const plan = planTransform({ sha256, contentType, width, height }, params, accept);
  const name = variantName({ sha256 }, plan);
  return {
    etag: `"${name.slice(0, 32)}"`,
    headers: headersFor(
      variantTypes[plan.format],
      withExtension(asset.name, plan.format),
      params.format === "auto",
    ),
    prepare: async (signal): Promise<Content> => {
      const { handle, size } = await variants.open(name, storageKey, plan, { address, signal });
      return {
        size,
        stream: async (range) =>
          handle.createReadStream({ ...range, start: range?.start ?? 0, autoClose: false }),
        close: () => handle.close(),
      };
    },
  };
}

/** A drawing scales by itself, so any size of it is the file. It is never drawn here: see the README. */
function isUnchanged({ contentType }: ServedAsset, { format }: TransformParams): boolean {
  return contentType === "image/svg+xml" && (format === null || format === "auto");
}

function original(
  { sha256, contentType, name, size, storageKey }: ServedAsset,
  store: ObjectStore,
): Representation {
  return {
    etag: `"${sha256.slice(0, 32)}"`,
    headers: headersFor(contentType, name, false),
    prepare: async () => ({
      size,
      stream: (range, signal) => store.get(storageKey, { ...(range && { range }), signal }),
      close: async () => {},
    }),
  };
}

function headersFor(contentType: string, name: string, dependsOnAccept: boolean): Record<string, string> {
  const kind = mediaKind(contentType);
  const isText = /^text\/|[/+](json|xml)$/.test(contentType);
  // TIFF is an image that no browser shows: offered for saving it at least arrives under its name.
  const disposition = shown.has(kind) && contentType !== "image/tiff" ? "inline" : "attachment";
  return {
    "content-type": isText ? `${contentType}; charset=utf-8` : contentType,
    "content-disposition": contentDisposition(disposition, name),
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": policies[kind],
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
    ...(dependsOnAccept && { vary: "Accept" }),
  };
}

function withExtension(name: string, format: OutputFormat): string {
  const extension = format === "jpeg" ? "jpg" : format;
  return `${name.replace(/\.[^.]{1,20}$/, "")}.${extension}`;
}

function explain(error: unknown, { id, storageKey }: ServedAsset, log: Pick<Logger, "error">): unknown {
  if (error instanceof ObjectMissing) {
    log.error(
      { asset: id, storageKey },
      "The file of an asset is missing from the object store. Restore it from a backup.",
    );
    return notFound("The file of this asset is missing.");
  }
  if (error instanceof StorageFailure) {
    log.error({ asset: id, err: error }, "The object store failed.");
    return fileStoreUnavailable();
  }
  return error;
}
