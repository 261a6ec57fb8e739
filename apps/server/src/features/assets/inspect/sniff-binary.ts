import { extensionOf } from "./file-name.js";

/** Bytes from the start of a file that the rules here look at. */
export const sniffedBytes = 4_096;

type Rule = (head: Buffer, name: string) => string | null;

const starts = (bytes: string, contentType: string, offset = 0): Rule => {
  const magic = Buffer.from(bytes, "latin1");
  return (head) => (head.subarray(offset, offset + magic.length).equals(magic) ? contentType : null);
};

/** Containers whose purpose only the extension tells. They are all handed out for saving, so it may be believed. */
const zipTypes: Record<string, string> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  epub: "application/epub+zip",
};
const compoundTypes: Record<string, string> = {
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
};

const brandTypes: [pattern: RegExp, contentType: string][] = [
  [/^avi[fs]$/, "image/avif"],
  [/^(hei[cmsx]|hev[cmx])$/, "image/heic"],
  [/^(M4A |M4B )$/, "audio/mp4"],
  [/^qt {2}$/, "video/quicktime"],
  [/^(isom|iso[2-9]|mp4[12]|avc1|dash|M4V |MSNV|f4v )$/, "video/mp4"],
];

/** ISO base media: the major brand decides; a generic image brand looks at the compatible ones too. */
const isoMedia: Rule = (head) => {
  if (head.toString("latin1", 4, 8) !== "ftyp") return null;
  const end = Math.min(head.readUInt32BE(0), 256, head.length);
  const brands = [head.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString("latin1", at, at + 4));
  for (const brand of /^(mif1|msf1)$/.test(brands[0]!) ? brands : brands.slice(0, 1)) {
    const found = brandTypes.find(([pattern]) => pattern.test(brand));
    if (found) return found[1];
  }
  return null;
};

const riff: Rule = (head) => {
  if (head.toString("latin1", 0, 4) !== "RIFF") return null;
  const forms: Record<string, string> = { WEBP: "image/webp", WAVE: "audio/wav", "AVI ": "video/x-msvideo" };
  return forms[head.toString("latin1", 8, 12)] ?? null;
};

const matroska: Rule = (head) => {
  if (head.length < 4 || head.readUInt32BE(0) !== 0x1a45dfa3) return null;
  return head.subarray(0, 64).includes("webm") ? "video/webm" : "video/x-matroska";
};

const ogg: Rule = (head) => {
  if (head.toString("latin1", 0, 4) !== "OggS") return null;
  return head.includes("\x80theora", 0, "latin1") ? "video/ogg" : "audio/ogg";
};

/** A frame header of MPEG audio: sync, then a version, layer (II or III) and rates that exist; or of AAC. */
const mpegAudio: Rule = (head) => {
  if (head.length < 4 || head[0] !== 0xff || (head[1]! & 0xe0) !== 0xe0) return null;
  const layer = (head[1]! >> 1) & 3;
  if (layer === 0) return (head[1]! & 0xf6) === 0xf0 ? "audio/aac" : null;
  const exists =
    layer !== 3 && ((head[1]! >> 3) & 3) !== 1 && head[2]! >> 4 !== 15 && ((head[2]! >> 2) & 3) !== 3;
  return exists ? "audio/mpeg" : null;
};

const zip: Rule = (head, name) =>
  head.toString("latin1", 0, 4) === "PK\x03\x04" ? (zipTypes[extensionOf(name)] ?? "application/zip") : null;

const compound: Rule = (head, name) =>
  head.toString("latin1", 0, 8) === "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    ? (compoundTypes[extensionOf(name)] ?? "application/octet-stream")
    : null;

const rules: Rule[] = [
  starts("\xff\xd8\xff", "image/jpeg"),
  starts("\x89PNG\r\n\x1a\n", "image/png"),
  starts("GIF87a", "image/gif"),
  starts("GIF89a", "image/gif"),
  starts("II*\0", "image/tiff"),
  starts("MM\0*", "image/tiff"),
  riff,
  isoMedia,
  starts("\0\0\x01\0", "image/x-icon"),
  starts("8BPS", "image/vnd.adobe.photoshop"),
  starts("%PDF-", "application/pdf"),
  matroska,
  ogg,
  starts("fLaC", "audio/flac"),
  starts("ID3", "audio/mpeg"),
  mpegAudio,
  zip,
  compound,
  starts("\x1f\x8b", "application/gzip"),
  starts("7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
  starts("wOFF", "font/woff"),
  starts("wOF2", "font/woff2"),
  starts("OTTO", "font/otf"),
  starts("\0\x01\0\0", "font/ttf"),
];

/** The content type that a file's first bytes prove, or null. The name only picks among kinds of containers. */
export function sniffBinary(head: Buffer, name: string): string | null {
  for (const rule of rules) {
    const contentType = rule(head, name);
    if (contentType) return contentType;
  }
  return null;
}
