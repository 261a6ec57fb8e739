import { operators } from "@lintel/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldText } from "../../../field-types/fold-text.js";
import { fieldTypeOf } from "../../../field-types/registry.js";
import { expectedIds, type OracleQuery, type OracleValue } from "../../../testing/content-oracle.js";
import { createMixedContent, type MixedContent } from "../../../testing/mixed-content.js";
import { createWorkspace, type Workspace } from "../../../testing/workspace.js";
import type { Model, ModelType } from "../../model/model.js";
import { readCursor, writeCursor } from "../query/cursor.js";
import { entryColumns, isEntryColumn } from "../query/entry-columns.js";
import { parseQuery } from "../query/parse-query.js";
import { type Thresholds, usualThresholds } from "./find-context.js";
import { findPage } from "./find-page.js";
import { createReader, type Reader, StatementNames } from "./statement.js";

/** So small that a hundred entries are many: every way of finding is gone. */
const tiny: Thresholds = { few: 2, hashed: 12, hashedIfDear: 4, probed: 20, hashedAtLast: 60 };
const folded = new Set(["title", "fields.text", "fields.link", "fields.one.title", "fields.many.title"]);

let workspace: Workspace;
let content: MixedContent;
let model: Model;
let type: ModelType;
let reader: Reader;
beforeAll(async () => {
  workspace = await createWorkspace();
  let state = 7;
  content = await createMixedContent(workspace, 130, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  });
  model = await workspace.model();
  type = model.typeBySlug.get(content.typeSlug)!;
  reader = createReader(workspace.database.$client, new StatementNames());
});
afterAll(() => workspace.close());

function parse(query: OracleQuery) {
  const parameters = query.where.map(
    ({ path, operator, operand }) => `where[${path}][${operator}]=${encodeURIComponent(operand)}`,
  );
  if (query.sort.length > 0)
    parameters.push(
      `sort=${query.sort.map(({ path, descending }) => (descending ? `-${path}` : path)).join(",")}`,
    );
  if (query.search !== null) parameters.push(`search=${encodeURIComponent(query.search)}`);
  const parsed = parseQuery(model, type, parameters.join("&"));
  if (!parsed.query) throw new Error(JSON.stringify(parsed.issues));
  return parsed.query;
}

/** Reads page after page, each from the cursor that the one before would have handed out. */
async function readPages(query: OracleQuery, size: number, thresholds: Thresholds): Promise<string[]> {
  const parsed = parse(query);
  const scope = { organizationId: workspace.organizationId, typeId: type.id };
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const read = cursor === null ? null : readCursor(type, parsed, cursor);
    if (read && "message" in read) throw new Error(read.message);
    // The row that is read along is the entry's own, wherever one is.
    const rowColumns = size % 2 ? () => ({ columns: ["e.id"], tables: [] }) : null;
    const options = { thresholds, ...(rowColumns && { rowColumns }) };
    const found = await findPage(reader, scope, parsed, read?.position ?? null, size + 1, options);
    expect(found.every(({ id, row }) => !row || row[0] === id)).toBe(true);
    ids.push(...found.slice(0, size).map(({ id }) => id));
    cursor = found.length > size ? writeCursor(type, parsed, found[size - 1]!) : null;
  } while (cursor !== null && ids.length < 1_000);
  return ids;
}

function operatorsOf(path: string): readonly string[] {
  if (isEntryColumn(path)) return entryColumns[path].operators;
  const [, key = "", member] = path.split(".");
  if (member === "slug" || member === "title") return entryColumns[member].operators;
  return fieldTypeOf(type.fieldByKey.get(key)!).index.operators;
}

/** Operands that some entry has, and some that none has. */
function operandsOf(path: string, operator: string): string[] {
  if (operator === "exists") return ["true", "false"];
  const values = content.entries.flatMap((entry): OracleValue[] => {
    const value = entry.paths[path] ?? null;
    return Array.isArray(value) ? value : value === null ? [] : [value];
  });
  const texts = [...new Set(values.map(String))];
  if (path.endsWith(".id") || /one$|many$/.test(path))
    texts.push(...content.targets.map(({ id }) => id).filter(() => /one|many/.test(path)));
  if (operator === "contains" || operator === "starts") {
    const isText = !/tags$|many(\.id)?$/.test(path);
    return isText
      ? texts.flatMap((text) => [text, [...text].slice(0, 2).join(""), [...text].slice(-3).join("")])
      : texts;
  }
  if (path === "fields.number") texts.push("1.5", "-100");
  if (folded.has(path)) texts.push("LINTEL", "y");
  if (operator === "in" || operator === "nin") return texts.filter((text) => !/[,\\]/.test(text));
  return texts;
}

const conditionPaths = () => Object.keys(content.entries[0]!.paths);
const sortPaths = () =>
  conditionPaths().filter(
    (path) =>
      isEntryColumn(path) ||
      (path.split(".").length === 2 && fieldTypeOf(type.fieldByKey.get(path.slice(7))!).index.sortable),
  );

const conditions = () =>
  fc
    .constantFrom(...conditionPaths())
    .chain((path) =>
      fc.tuple(
        fc.constant(path),
        fc.constantFrom(...operators.filter((one) => operatorsOf(path).includes(one))),
      ),
    )
    .filter(([path, operator]) => operandsOf(path, operator).length > 0)
    .chain(([path, operator]) => {
      const operand = fc.constantFrom(...operandsOf(path, operator));
      const isList = operator === "in" || operator === "nin";
      return fc.record({
        path: fc.constant(path),
        operator: fc.constant(operator),
        operand: isList
          ? fc.array(operand, { minLength: 1, maxLength: 4 }).map((list) => list.join(","))
          : operand,
      });
    })
    .filter(({ operand }) => operand !== "" && foldText(operand) !== "");

const queries = () =>
  fc.record({
    where: fc.uniqueArray(conditions(), {
      maxLength: 3,
      selector: ({ path, operator }) => `${path} ${operator}`,
    }),
    sort: fc.uniqueArray(fc.record({ path: fc.constantFrom(...sortPaths()), descending: fc.boolean() }), {
      maxLength: 3,
      selector: ({ path }) => path,
    }),
    search: fc.option(
      fc.constantFrom("stone", "MORTAR oak", "Brucke", "lintel", "nowhere", "ida@lintel.test"),
      { freq: 5 },
    ),
  });

describe("paging", () => {
  it.each([
    ["with thresholds that make every set large", tiny],
    ["with the usual thresholds", usualThresholds],
  ])(
    "covers everything once, in order, %s",
    async (_, thresholds) => {
      await fc.assert(
        fc.asyncProperty(queries(), fc.integer({ min: 1, max: 9 }), async (query, size) => {
          expect(await readPages(query, size, thresholds)).toEqual(
            expectedIds(content.entries, query, folded),
          );
        }),
        { numRuns: 250 },
      );
    },
    120_000,
  );
});

describe("every operator on every path finds what it says", () => {
  it("with a value that some entry has, and with the thresholds of every way", async () => {
    let tried = 0;
    for (const path of conditionPaths()) {
      for (const operator of operators.filter((one) => operatorsOf(path).includes(one))) {
        const operands = operandsOf(path, operator);
        for (const operand of [...operands.slice(0, 2), ...operands.slice(-1)]) {
          const query = { where: [{ path, operator, operand }], sort: [], search: null };
          for (const thresholds of [tiny, usualThresholds]) {
            const found = await readPages(query, 50, thresholds);
            expect(found, `${path} ${operator} ${operand}`).toEqual(
              expectedIds(content.entries, query, folded),
            );
            tried += 1;
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(300);
  }, 120_000);
});
