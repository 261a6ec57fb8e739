import { expect, test } from "vitest";
import { reduceUrl, writeUrl } from "./reduce-url.js";

test.each([
  ["https://example.org/a?x=1&utm_source=mail&id=7#part", "example.org", "/a", { utm_source: "mail" }],
  ["https://user:secret@example.org:8443/a", "example.org:8443", "/a", {}],
  ["HTTPS://Example.ORG", "example.org", "/", {}],
  ["/pricing?utm_medium=cpc&token=1", null, "/pricing", { utm_medium: "cpc" }],
  ["pricing/now", null, "/pricing/now", {}],
  ["//cdn.example/x?y", "cdn.example", "/x", {}],
  ["?utm_term=a", null, "/", { utm_term: "a" }],
  ["android-app://com.example.mail/", "com.example.mail", "/", {}],
  ["https://example.org/?utm_source=a%00b&utm_source=second", "example.org", "/", { utm_source: "ab" }],
  ["https://example.org/?xutm_source=no&UTM_SOURCE=no", "example.org", "/", {}],
])("%s is reduced to host, path and campaign", (text, host, path, campaign) => {
  expect(reduceUrl(text)).toEqual({ host, path, campaign });
});

test.each([
  "",
  undefined,
  "javascript:alert(1)",
  "mailto:ada@example.org",
  "data:text/plain,ada",
  "http://[",
  "file:///home/ada",
])("nothing is kept of %s", (text) => {
  expect(reduceUrl(text)).toBeNull();
});

test("long values are cut, and no character is cut in two", () => {
  const long = reduceUrl(
    `https://example.org/${"a".repeat(5_000)}?utm_source=${"b".repeat(199)}%F0%9F%98%80`,
  );
  expect(long?.path).toHaveLength(1_000);
  expect(long?.campaign.utm_source).toBe("b".repeat(199));
});

test("a reduced URL is written with its campaign and nothing else", () => {
  const reduced = reduceUrl("https://u:p@news.example/a?q=secret&utm_campaign=spring%20sale#x");
  expect(reduced && writeUrl(reduced)).toBe("//news.example/a?utm_campaign=spring+sale");
});
