import { createHash } from "node:crypto";
import { open, readFile, writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { badRequest } from "../../../api/api-error.js";
import type { ObjectKey, ObjectStore } from "../../../storage/object-store.js";
import type { ImageWorkshop } from "../image-workshop.js";
import { isRaster } from "../media-types.js";
import { cleanFileName } from "./file-name.js";
import { sanitizeSvg } from "./sanitize-svg.js";
import { sniffBinary } from "./sniff-binary.js";
import { sniffText } from "./sniff-text.js";
import { discardSpooled, type SpooledFile, spoolUpload } from "./spool-upload.js";

/** A file that is in the store, and what was found out about it. */
export interface StoredFile {
  storageKey: ObjectKey;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  width: number | null;
  height: number | null;
}

export interface UploadSettings {
  store: ObjectStore;
  workshop: ImageWorkshop;
  /** Where uploads wait while they are looked at. A folder on disk, also when the store is S3. */
  spoolFolder: string;
  /** Bytes of a file at most. */
  maxBytes: number;
}

/** A drawing is cleaned in memory, so it has a limit of its own. */
const maxSvgBytes = 5 * 1024 * 1024;

/**
 * Takes in an upload: writes it to a temporary file, decides by its content what it is, refuses what is unsound,
 * and only then puts it into the store under the generated key. Whoever calls this must insert the row, or delete
 * the object when that fails.
 */
export async function inspectUpload(
  source: Readable,
  givenName: string,
  storageKey: ObjectKey,
  settings: UploadSettings,
): Promise<StoredFile> {
  const file = await spoolUpload(source, settings.spoolFolder, settings.maxBytes);
  try {
    if (file.size === 0) throw refused("The file is empty. Send its bytes as the body.");
    const name = cleanFileName(givenName);
    const contentType = detectContentType(file, name);
    const size = await examine(file, contentType, settings.workshop);
    await store(file, storageKey, contentType, settings.store);
    return { storageKey, name, contentType, size: file.size, sha256: file.sha256, ...size };
  } finally {
    await discardSpooled(file.path);
  }
}

export function detectContentType({ head, text }: Pick<SpooledFile, "head" | "text">, name: string): string {
  const binary = sniffBinary(head, name);
  if (binary) return binary;
  return text === null ? "application/octet-stream" : sniffText(text, name);
}

async function examine(file: SpooledFile, contentType: string, workshop: ImageWorkshop) {
  if (isRaster(contentType)) return workshop.measure(file.path, contentType);
  if (contentType === "image/svg+xml") return cleanDrawing(file);
  return { width: null, height: null };
}

/** Puts the cleaned drawing in the place of what was uploaded. */
async function cleanDrawing(file: SpooledFile) {
  if (file.size > maxSvgBytes) {
    throw refused(`The SVG is larger than ${maxSvgBytes} bytes. Simplify it, or upload it as a PNG.`);
  }
  const { svg, ...size } = await sanitizeSvg(await readFile(file.path, "utf8"));
  const bytes = Buffer.from(svg);
  await writeFile(file.path, bytes);
  file.size = bytes.length;
  file.sha256 = createHash("sha256").update(bytes).digest("hex");
  return size;
}

async function store(
  file: SpooledFile,
  key: ObjectKey,
  contentType: string,
  objects: ObjectStore,
): Promise<void> {
  const content = (await open(file.path)).createReadStream();
  try {
    await objects.put(key, content, { size: file.size, sha256: file.sha256, contentType });
  } finally {
    content.destroy();
  }
}

function refused(message: string): Error {
  return badRequest([{ path: "", message }]);
}
