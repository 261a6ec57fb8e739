import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalImageUrl, canonicalLinkUrl } from "./allowed-urls.js";

describe("the addresses that rich text may hold", () => {
  it.each([
    ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["HTTPS://Example.com/A", "https://Example.com/A"],
    ["  /path \n", "/path"],
    ["/a\tb\nc", "/abc"],
    ["../up/file.html", "../up/file.html"],
    ["#part", "#part"],
    ["?q=1", "?q=1"],
    ["mailto:a@example.com", "mailto:a@example.com"],
    ["tel:+49123", "tel:+49123"],
    ["//example.com/x", "https://example.com/x"],
    ['/a b/ü/日本?<q>="x"', "/a%20b/%C3%BC/%E6%97%A5%E6%9C%AC?%3Cq%3E=%22x%22"],
    ["/100%/%41%zz", "/100%25/%41%25zz"],
    ["/a:b", "/a:b"],
    ["\\\\example.com", "%5C%5Cexample.com"],
    ["http://[::1]:8080/", "http://[::1]:8080/"],
  ])("stores the link %j as %j", (given, stored) => {
    expect(canonicalLinkUrl(given)).toBe(stored);
  });

  it.each([
    "",
    " \n",
    "javascript:alert(1)",
    "JAVA\tSCRIPT:alert(1)",
    "data:text/html,x",
    "ftp://example.com",
    "a:b",
    "1:2",
    ":x",
    "https:example.com",
    "https:/example.com",
    "https://",
    "https://exa mple.com/",
    "http://a:99999/",
    "mailto:",
    "\ud800",
    `/${"x".repeat(4_000)}`,
  ])("refuses the link %j", (given) => {
    expect(canonicalLinkUrl(given)).toBeNull();
  });

  it.each(["mailto:a@example.com", "tel:1", "#part", "data:image/png;base64,AA", "blob:https://x/y"])(
    "refuses the image %j",
    (given) => expect(canonicalImageUrl(given)).toBeNull(),
  );

  it("stores what is stored already as it is", () => {
    const piece = fc.constantFrom(
      ..."a b / // : ? # % %20 & = ( ) [ ] \\ ü 😀 http: https:// mailto: .. @ \t ' \" < >".split(" "),
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = canonicalLinkUrl(pieces.join(""));
        if (once !== null) expect(canonicalLinkUrl(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });
});
