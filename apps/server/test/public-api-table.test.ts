import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");

/** The rows of docs/public-api-tests.md that name a test. */
const rows = read("../../../docs/public-api-tests.md")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, , file]) => file?.startsWith("`"))
  .map(([, rule = "", file = "", test = ""]) => ({ rule, file: file.replaceAll("`", ""), test }));

it.each(rows)("$rule: is tested where the table says", ({ file, test }) => {
  const text = read(`../${file}`);
  expect(text.includes(`"${test}"`), `${file} has a test named "${test}"`).toBe(true);
});

it("the table names a test for nearly every rule", () => {
  expect(rows.length).toBeGreaterThan(60);
});
