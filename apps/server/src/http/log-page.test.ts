import { expect, test } from "vitest";
import { LogPage } from "./log-page.js";

function gather() {
  const handed: string[] = [];
  return { handed, page: new LogPage((bytes) => void handed.push(bytes.toString())) };
}

test("lines are handed on together, in their order and whole, whatever they hold", () => {
  const { handed, page } = gather();
  const lines = Array.from({ length: 2_000 }, (_, index) => `${index} ${"é😀x".repeat(index % 40)}\n`);
  for (const line of lines) page.write(line);
  page.hand();
  expect(handed.join("")).toBe(lines.join(""));
  expect(handed.length).toBeLessThan(40);
});

test("a line that is longer than a page goes by itself, behind those before it", () => {
  const { handed, page } = gather();
  page.write("first\n");
  page.write(`${"€".repeat(50_000)}\n`);
  page.write("last\n");
  page.hand();
  expect(handed).toEqual(["first\n", `${"€".repeat(50_000)}\n`, "last\n"]);
});

test("a single line does not wait for others", async () => {
  const handed = await new Promise<string>((resolve) => {
    new LogPage((bytes) => resolve(bytes.toString())).write("alone\n");
  });
  expect(handed).toBe("alone\n");
});
