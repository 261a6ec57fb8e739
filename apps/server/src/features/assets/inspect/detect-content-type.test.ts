import { expect, test } from "vitest";
import { picture } from "../../../testing/asset-fixtures.js";
import { detectContentType } from "./inspect-upload.js";

const bytes = (content: string | Buffer) => Buffer.from(content as string, "latin1");
const detectBinary = (content: string | Buffer, name = "file") =>
  detectContentType({ head: bytes(content), text: null }, name);
const detectText = (text: string, name = "file") =>
  detectContentType({ head: Buffer.from(text), text }, name);

test.each(["jpeg", "png", "gif", "webp", "avif", "tiff"] as const)(
  "a %s is known by its content",
  async (format) => {
    const content = await picture(20, 10).toFormat(format).toBuffer();
    expect(detectBinary(content, "disguise.txt")).toBe(`image/${format}`);
  },
);

test.each([
  ["\0\0\0\x18ftypisom\0\0\0\0isommp42", "video/mp4"],
  ["\0\0\0\x18ftypM4A \0\0\0\0M4A mp42", "audio/mp4"],
  ["\0\0\0\x18ftypqt  \0\0\0\0qt  ", "video/quicktime"],
  ["\0\0\0\x18ftypheic\0\0\0\0mif1heic", "image/heic"],
  ["\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf", "image/avif"],
  ["\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm", "video/webm"],
  ["\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska", "video/x-matroska"],
  ["RIFF\0\0\0\0WAVEfmt ", "audio/wav"],
  ["OggS\0\x02\x01vorbis", "audio/ogg"],
  ["OggS\0\x02\x80theora", "video/ogg"],
  ["fLaC\0\0\0\x22", "audio/flac"],
  ["ID3\x04\0\0", "audio/mpeg"],
  ["\xff\xfb\x90\x64\0\0", "audio/mpeg"],
  ["\xff\xf1\x50\x80", "audio/aac"],
  ["%PDF-1.7\n%\xe2\xe3", "application/pdf"],
  ["PK\x03\x04\x14\0", "application/zip"],
  ["\x1f\x8b\x08\0", "application/gzip"],
  ["wOF2\0\x01\0\0", "font/woff2"],
  ["\0\x01\x02\x03", "application/octet-stream"],
  ["MZ\x90\0\x03", "application/octet-stream"],
])("the bytes %j are %s", (content, contentType) => {
  expect(detectBinary(content)).toBe(contentType);
});

test("the extension says which document a container holds, and nothing more", () => {
  expect(detectBinary("PK\x03\x04\x14\0", "Report.docx")).toMatch(/wordprocessingml/);
  expect(detectBinary("PK\x03\x04\x14\0", "photo.jpg")).toBe("application/zip");
  expect(detectBinary("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old.xls")).toBe("application/vnd.ms-excel");
});

test.each([
  ["a,b\n1,2", "table.csv", "text/csv"],
  ["# Title", "readme.md", "text/markdown"],
  ["WEBVTT\n", "captions.vtt", "text/vtt"],
  ['{"a":1}', "data.json", "application/json"],
  ["plain", "notes", "text/plain"],
  ['<?xml version="1.0"?><rss/>', "feed.xml", "application/xml"],
])("the text %j named %s is %s", (text, name, contentType) => {
  expect(detectText(text, name)).toBe(contentType);
});

test.each([
  ["alert(1)", "script.js"],
  ["alert(1)", "module.mjs"],
  ["body{}", "style.css"],
  ["<svgish/>", "x.xml.txt"],
])("trust 25: no browser would run or apply %j named %s", (text, name) => {
  expect(detectText(text, name)).toBe("text/plain");
});

test.each([
  "<!DOCTYPE html><p>x",
  "\ufeff  \n<!doctype HTML>",
  "<html><body>",
  "<script>alert(1)</script>",
  "<!-- c --><!-- d -->\n<IFRAME src=x>",
  '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml"/>',
])("trust 25: %j is HTML under any name", (text) => {
  for (const name of ["photo.png", "notes.txt", "data.json", "feed.xml"])
    expect(detectText(text, name)).toBe("text/html");
});

test.each([
  "<svg/>",
  '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg xmlns="http://www.w3.org/2000/svg">',
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"><svg>',
  '<a:svg xmlns:a="http://www.w3.org/2000/svg"/>',
  "\ufeff<SVG onload=alert(1)>",
])("trust 25: %j is a drawing under any name", (text) => {
  for (const name of ["photo.png", "notes.txt", "data.json"])
    expect(detectText(text, name)).toBe("image/svg+xml");
});

test("a prolog that never ends is looked through in no time", () => {
  const started = performance.now();
  expect(detectText("<!-- ".repeat(13_000))).toBe("text/plain");
  expect(detectText(" \n".repeat(32_000))).toBe("text/plain");
  expect(detectText("<!---->".repeat(9_000))).toBe("text/plain");
  expect(performance.now() - started).toBeLessThan(100);
});
