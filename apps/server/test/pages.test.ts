import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserPath, openBrowser } from "../src/testing/browser.js";
import { startTestServer, type TestServer } from "../src/testing/server.js";

/* In a real browser. Where none is installed: `apt-get install chromium`, or name one in CHROME_PATH. */
describe.skipIf(!browserPath)("the pages, in a real browser", () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startTestServer();
    browser = await openBrowser(browserPath ?? "");
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** Opens a page and gathers what it asked for and what it complained of. */
  async function open(path: string, colorScheme: "light" | "dark") {
    const page = await browser.newPage({ colorScheme });
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
    page.on("pageerror", (error) => void complaints.push(error.message));
    await page.goto(server.url + path);
    return { page, asked, complaints };
  }

  const elsewhere = (asked: string[]) =>
    asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"));
  const text = (page: Page) => page.locator("body").innerText();

  it.each(["light", "dark"] as const)(
    "the reference shows every operation and asks no other host (%s)",
    async (scheme) => {
      const { page, asked, complaints } = await open("/docs", scheme);
      for (const summary of ["Read the content model", "Read one entry by its slug"]) {
        await page.getByText(summary).first().waitFor();
      }
      expect(asked.some((url) => url.endsWith("/api/v1/openapi.json"))).toBe(true);
      expect(elsewhere(asked)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it("the first page says what this is, and leads to the reference", async () => {
    const { page, asked, complaints } = await open("/", "light");
    expect(await text(page)).toContain("Change the model.");
    await page.getByText("API reference").first().click();
    await page.waitForURL("**/docs");
    expect(elsewhere(asked)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
