import fc from "fast-check";
import { expect, test } from "vitest";
import { refuseReservedSlug, slugCandidates, slugOf } from "./slug.js";

const valid = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

test.each([
  ["Post & Beam", "post-and-beam"],
  ["Crème Brûlée", "creme-brulee"],
  ["Straße Ø Łódź", "strasse-o-lodz"],
  ["Rosie's Café", "rosies-cafe"],
  ["  --  ", "workspace"],
  ["日本", "workspace"],
  ["X", "x-workspace"],
  ["API", "api-workspace"],
])("the name %j becomes the slug %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("every name gives slugs that an organization may have, and never the same twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), (name) => {
      const tried: string[] = [];
      for (const slug of slugCandidates(name)) {
        expect(slug).toMatch(valid);
        expect(slug.length).toBeGreaterThanOrEqual(2);
        expect(slug.length).toBeLessThanOrEqual(60);
        expect(() => refuseReservedSlug(slug)).not.toThrow();
        if (tried.push(slug) === 12) break;
      }
      expect(new Set(tried.slice(0, 9)).size).toBe(9);
    }),
  );
});
