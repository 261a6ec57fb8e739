import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { keptAnswer } from "../kept-answer.js";
import type { Route } from "../route-table.js";
import { docsHeaders, docsPage } from "./docs-page.js";
import { homeHeaders, homePage } from "./home-page.js";

const script = { "content-type": "text/javascript; charset=utf-8" };
const font = { "content-type": "font/woff2", "cache-control": "public, max-age=604800" };

/** What people see in a browser, and nothing of it from elsewhere. */
export function pageRoutes(origin: string, version: string): Route[] {
  return [
    { method: "GET", path: "/", handle: keptAnswer(homeHeaders, async () => homePage(origin, version)) },
    { method: "GET", path: "/docs", handle: keptAnswer(docsHeaders, async () => docsPage) },
    {
      method: "GET",
      path: "/docs/reference.js",
      handle: keptAnswer(script, () => readFile(referenceScript())),
    },
    { method: "GET", path: "/fonts/inter.woff2", handle: keptAnswer(font, () => readFile(typeface())) },
  ];
}

const { resolve } = createRequire(import.meta.url);

/**
 * Scalar's reference in one file. The package it is published in installs fifteen times as much, which only its own
 * build needs; this one, for Fastify, carries the same file.
 */
const referenceScript = (): string =>
  join(dirname(resolve("@scalar/fastify-api-reference")), "js/standalone.js");

const typeface = (): string => resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
