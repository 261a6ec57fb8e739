import { describe, expect, test } from "vitest";
import { mostPixels, outputSize } from "./output-size.js";
import { planTransform, variantName } from "./plan-transform.js";
import { parseTransformParams, type TransformParams } from "./transform-params.js";

const parse = (query: string) => parseTransformParams(new URLSearchParams(query));

test("an address without a query asks for nothing", () => {
  expect(parse("")).toBeNull();
});

test("every parameter is read", () => {
  expect(parse("w=200&h=100&fit=cover&format=webp&q=70&enlarge=true")).toEqual({
    w: 200,
    h: 100,
    fit: "cover",
    format: "webp",
    q: 70,
    enlarge: true,
  });
});

test.each([
  ["w=0", '`w`: Expected an integer from 1 to 4096, got "0".'],
  ["w=-1", "`w`: Expected an integer"],
  ["w=4097", "`w`: Expected an integer"],
  ["w=1.5", "`w`: Expected an integer"],
  ["w=1e3", "`w`: Expected an integer"],
  ["w=+5", "`w`: Expected an integer"],
  ["w=010", "`w`: Expected an integer"],
  ["h=", "`h`: Expected an integer"],
  ["w=1&w=2", '`w`: Expected one value, got "1, 2".'],
  ["w[]=1", "`w[]`: Unknown parameter. An image takes w, h, fit, format, q, enlarge."],
  ["width=5", "`width`: Unknown parameter."],
  ["__proto__=1", "`__proto__`: Unknown parameter."],
  ["constructor=1", "`constructor`: Unknown parameter."],
  ["fit=fill&w=1&h=1", '`fit`: Expected one of inside, cover, contain, got "fill".'],
  ["fit=cover&w=1", "`fit`: fit=cover needs both w and h."],
  ["format=svg", '`format`: Expected one of webp, avif, jpeg, png, auto, got "svg".'],
  ["q=101", "`q`: Expected an integer from 1 to 100"],
  ["enlarge=1", "`enlarge`: Expected one of true, false"],
])("?%s is refused: %s", (query, message) => {
  expect(() => parse(query)).toThrow(message);
});

test("all that is wrong is named at once", () => {
  expect(() => parse("w=0&colour=red&format=bmp")).toThrow(
    expect.objectContaining({
      data: {
        issues: [
          expect.objectContaining({ path: "w" }),
          expect.objectContaining({ path: "format" }),
          expect.objectContaining({ path: "colour" }),
        ],
      },
    }),
  );
});

describe("the plan", () => {
  const source = { sha256: "a".repeat(64), contentType: "image/jpeg", width: 1000, height: 500 } as const;
  const asked: TransformParams = { w: null, h: null, fit: "inside", format: null, q: null, enlarge: false };
  const plan = (params: Partial<TransformParams>, accept = "") =>
    planTransform(source, { ...asked, ...params }, accept);

  test.each([
    [{ w: 200 }, 200, null],
    [{ h: 4000 }, null, 500],
    [{ w: 4000 }, 1000, null],
    [{ w: 4000, enlarge: true }, 4000, null],
    [{ w: 2000, h: 2000, fit: "cover" }, 500, 500],
    [{ w: 400, h: 1000, fit: "cover" }, 200, 500],
    [{ w: 2000, h: 2000, fit: "contain" }, 1000, 1000],
    [{ w: 2000, h: 2000, fit: "cover", enlarge: true }, 2000, 2000],
    [{ w: 4096, h: 1, fit: "cover" }, 1000, 1],
  ] as const)("of %j for 1000 × 500 is a box of %s × %s", (params, width, height) => {
    expect(plan(params)).toMatchObject({ width, height });
  });

  describe("trust 16: a variant has a bounded number of pixels", () => {
    const large = { ...source, width: 8000, height: 4000 };
    const planned = (params: Partial<TransformParams>, image = large) => {
      const made = planTransform(image, { ...asked, ...params }, "");
      return { ...outputSize(image, made), format: made.format };
    };

    test.each([
      { w: 4096, h: 4096, fit: "cover", format: "avif", q: 100 },
      { w: 4096, format: "png" },
      { h: 4000 },
      { format: "webp" },
      { w: 4096, h: 4096, fit: "contain", format: "jpeg" },
    ] as const)("%j of a large image is made smaller in its shape", (params) => {
      const { width, height, format } = planned(params);
      expect(width * height).toBeLessThanOrEqual(mostPixels[format]);
      expect(width * height).toBeGreaterThan(mostPixels[format] * 0.99);
      expect(width / height).toBeCloseTo("fit" in params ? 1 : 2, 2);
    });

    test.each([
      { w: 4096, h: 4096, fit: "cover", format: "avif", q: 100 },
      { w: 4096, format: "png" },
      { w: 4096, h: 4096, fit: "contain" },
    ] as const)("%j with enlarge=true is refused with the most named", (params) => {
      const image = { ...source, width: 40, height: 30 };
      const most = mostPixels["format" in params ? params.format : "jpeg"];
      expect(() => planned({ ...params, enlarge: true }, image)).toThrow(`has ${most} at most`);
    });

    test("also where the other side follows from a strip's shape", () => {
      expect(() => planned({ w: 4096, enlarge: true }, { ...source, width: 1, height: 1000 })).toThrow(
        "4096 × 4096000 pixels",
      );
    });

    test("an ordinary width is left as it is", () => {
      expect(planned({ w: 1920, format: "avif" })).toMatchObject({ width: 1920, height: 960 });
    });
  });

  test.each([
    ["auto", "image/avif,image/webp,*/*", "webp"],
    ["auto", "*/*", "jpeg"],
    ["auto", "image/webpx", "jpeg"],
    ["auto", "text/html, image/webp;q=0.8", "webp"],
    [null, "image/webp", "jpeg"],
    ["avif", "", "avif"],
  ] as const)("of format %s for who accepts %j is %s", (format, accept, made) => {
    expect(plan({ format }, accept).format).toBe(made);
  });

  test("is the same for questions with the same answer", () => {
    expect(variantName(source, plan({ w: 4000 }))).toBe(variantName(source, plan({ w: 1000, q: 80 })));
    expect(variantName(source, plan({ w: 999 }))).not.toBe(variantName(source, plan({ w: 1000 })));
    expect(variantName({ sha256: "b".repeat(64) }, plan({ w: 10 }))).not.toBe(
      variantName(source, plan({ w: 10 })),
    );
  });
});
