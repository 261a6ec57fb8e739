import { readFile } from "node:fs/promises";
import { webhookEvents, webhookEventTypes } from "@lintel/contract";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { describeApi, operationsOf } from "./describe-api.js";
import { examples } from "./examples.js";
import { managementDescription } from "./management-description.js";
import { publicDescription } from "./public-description.js";

describe.each([
  ["public", publicDescription],
  ["management", managementDescription],
] as const)("the description of the %s API", (_, api) => {
  test("has no finding of redocly's recommended rules", async () => {
    const source = JSON.stringify(await describeApi(api), null, 2);
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`),
    ).toEqual([]);
  });

  test("gives every operation an id, a summary and a described tag", async () => {
    for (const operation of operationsOf(await describeApi(api))) {
      expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
      expect(Object.keys(api.tags)).toEqual(expect.arrayContaining(operation.tags ?? []));
    }
  });
});

test("the example of every webhook event validates against its schema, and every event is there", async () => {
  const document = await describeApi(publicDescription);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "api");
  expect(Object.keys(document.webhooks ?? {})).toEqual([...webhookEventTypes]);
  for (const type of webhookEventTypes) {
    const pointer = `/webhooks/${type}/post/requestBody/content/application~1json`;
    const media = ajv.getSchema(`api#${pointer}/schema`);
    const value = { type, timestamp: "2026-03-05T11:02:09.412Z", data: webhookEvents[type].example };
    expect(media?.(value), type).toBe(true);
    expect(media?.({ ...value, type: "no.such" }), type).toBe(false);
  }
});

test("the guide's table names every webhook event, and each member of what it says", async () => {
  const guide = await readFile(new URL("../../../../../docs/api.md", import.meta.url), "utf8");
  for (const type of webhookEventTypes) {
    const row = guide.split("\n").find((line) => line.startsWith(`| \`${type}\``)) ?? "";
    const members = Object.keys(webhookEvents[type].data.shape);
    expect(
      members.filter((member) => !row.includes(member)),
      type,
    ).toEqual([]);
  }
});

test("the example of every operation of the public API validates against its schema", async () => {
  const document = await describeApi(publicDescription);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "api");
  const ids = Object.keys(examples) as (keyof typeof examples)[];
  const seen = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    (["get", "put", "post", "patch", "delete"] as const)
      .filter((method) => item?.[method])
      .map((method) => {
        const pointer = `${path.replaceAll("/", "~1")}/${method}/responses/200/content/application~1json/schema`;
        const id = ids.find((id) => id === item?.[method]?.operationId);
        expect(ajv.getSchema(`api#/paths/${pointer}`)?.(id && examples[id]), `${method} ${path}`).toBe(true);
        return id;
      }),
  );
  expect(seen.sort()).toEqual(ids.sort());
});

test("an event's timestamp is bounded where numbers stop being exact, and no other whole number says so", async () => {
  const document = await describeApi(publicDescription);
  expect(document.components?.schemas?.AnalyticsEvent).toMatchObject({
    properties: { timestamp: { type: "integer", minimum: 0, maximum: 9007199254740991 } },
  });
  expect(JSON.stringify(document).match(/"maximum":9007199254740991/g)).toHaveLength(1);
});
