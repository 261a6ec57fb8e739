import { expect, test } from "vitest";
import { contentDisposition } from "../serve/content-disposition.js";
import { cleanFileName, extensionOf } from "./file-name.js";

test.each([
  ["../../etc/passwd", "passwd"],
  ["..\\..\\windows\\system32\\cmd.exe", "cmd.exe"],
  ["/absolute/photo.jpg", "photo.jpg"],
  ["C:\\Users\\me\\photo.jpg", "photo.jpg"],
  ["photo\0.jpg", "photo.jpg"],
  ["line\r\nSet-Cookie: a=b.txt", "lineSet-Cookie: a=b.txt"],
  ["photo\u202egpj.exe", "photogpj.exe"],
  ["..", "file"],
  ["", "file"],
  ["a/", "file"],
  ["\0\0", "file"],
  [".htaccess", "htaccess"],
  ["trailing. . ", "trailing"],
  ["Ünïcødé 日本語 👩‍🚀.png", "Ünïcødé 日本語 👩‍🚀.png"],
  ["half \ud83d.png", "half \ufffd.png"],
])("trust 26: the name %j becomes the label %j", (given, label) => {
  expect(cleanFileName(given)).toBe(label);
});

test("trust 26: a very long name is cut to 200 characters and keeps its extension", () => {
  expect(cleanFileName(`${"a".repeat(5_000)}.jpeg`)).toBe(`${"a".repeat(195)}.jpeg`);
  expect(cleanFileName("a".repeat(5_000))).toHaveLength(200);
});

test("a name is never cut in the middle of a character", () => {
  const name = cleanFileName(`${"a".repeat(199)}😀😀`);
  expect(name).toBe("a".repeat(199));
});

test("an extension is what stands behind the last dot, in lower case", () => {
  expect(extensionOf("Report.final.PDF")).toBe("pdf");
  expect(extensionOf("README")).toBe("");
});

test.each([
  ["plain.jpg", 'inline; filename="plain.jpg"'],
  ["naïve.jpg", "inline; filename=\"na_ve.jpg\"; filename*=UTF-8''na%C3%AFve.jpg"],
  ['a"b\\c.txt', "inline; filename=\"a_b_c.txt\"; filename*=UTF-8''a%22b%5Cc.txt"],
  ["it's (1)*.png", 'inline; filename="it\'s (1)*.png"'],
  ["100%.png", "inline; filename=\"100_.png\"; filename*=UTF-8''100%25.png"],
  ["日本 (1).png", "inline; filename=\"__ (1).png\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%281%29.png"],
])("the name %j is offered as %s", (name, header) => {
  expect(contentDisposition("inline", name)).toBe(header);
});

test("trust 12: a name of many dots takes no quadratic time", () => {
  const before = process.cpuUsage();
  expect(cleanFileName(`a${".".repeat(300_000)}b.`)).toHaveLength(200);
  const { user, system } = process.cpuUsage(before);
  // Milliseconds now, more than a minute then.
  expect(user + system).toBeLessThan(5_000_000);
});
