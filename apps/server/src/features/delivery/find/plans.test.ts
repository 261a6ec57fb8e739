import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkspace, type Workspace } from "../../../testing/workspace.js";
import { parseQuery } from "../query/parse-query.js";
import { entryColumns } from "../resolve/load-entries.js";
import { planType } from "../resolve/type-plan.js";
import { findPage } from "./find-page.js";
import { createReader, StatementNames } from "./statement.js";

/*
 * What the decision on indexing says of plans: few organizations are average, and none may be planned as if it were.
 */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  const { id } = await workspace.createType({
    name: "Posts",
    kind: "collection",
    fields: [
      { name: "Day", type: "date" },
      { name: "Number", type: "number" },
      { name: "Tone", type: "select", options: [{ name: "Essay" }, { name: "Note" }] },
      { name: "Series", type: "text" },
    ],
  });
  const { $client } = workspace.database;
  const type = (await workspace.model()).typeById.get(id)!;
  const field = (key: string) => type.fieldByKey.get(key)!;
  const [essay, note] = field("tone").config.options!;
  const { organizationId } = workspace;
  await $client.query(
    `insert into entries (organization_id, id, type_id, slug, title, title_key, values, search, created_at, updated_at)
     select $1, 'ent_01kb1m3v9rf0wbq7t8x' || lpad(n::text, 7, '0'), $2, 'p-' || n, 'p ' || n, 'p ' || n,
       jsonb_build_object($3::text, 'series ' || n % 20), to_tsvector('simple', 'p ' || n), now(), now()
     from generate_series(1, 12000) n`,
    [organizationId, id, field("series").id],
  );
  const cells = (key: string, column: string, value: string) =>
    $client.query(
      `insert into entry_index (organization_id, field_id, entry_id, ordinal, ${column})
       select $1, $2, 'ent_01kb1m3v9rf0wbq7t8x' || lpad(n::text, 7, '0'), 0, ${value} from generate_series(1, 12000) n`,
      [organizationId, field(key).id],
    );
  await cells("day", "text_key", "to_char(date '2000-01-01' + n % 5000, 'YYYY-MM-DD')");
  await cells("number", "number_key", "n % 997");
  await cells("tone", "text_key", `case when n % 2 = 0 then '${essay!.id}' else '${note!.id}' end`);
  await cells("series", "text_key", "'series ' || n % 20");
  // Many small neighbours, whose size the planner takes for ours.
  await $client.query(
    `insert into entry_index (organization_id, field_id, entry_id, ordinal, text_key)
     select 'org_' || n % 2000, 'fld_' || n % 20000, 'ent_' || n, 0, n::text from generate_series(1, 40000) n`,
  );
});
afterAll(() => workspace.close());

const queries = [
  "limit=20",
  "sort=-fields.day",
  "sort=title&where[fields.tone][eq]=Essay",
  "sort=-fields.day&where[fields.tone][eq]=Essay",
  "sort=-fields.day&where[fields.series][eq]=series%203",
  "sort=-fields.number&where[fields.number][gt]=3&where[fields.tone][ne]=Note",
  "sort=fields.number,-fields.day",
  "where[fields.series][contains]=ies",
];

describe("every statement of a page", () => {
  it.each(
    ["without", "with"].flatMap((statistics) =>
      ["force_custom_plan", "force_generic_plan"].map((mode) => [statistics, mode] as const),
    ),
  )("reads what it needs in the order of an index, %s statistics and with %s", async (statistics, mode) => {
    const pool = workspace.database.$client;
    if (statistics === "with") await pool.query("analyze entries; analyze entry_index");
    const model = await workspace.model();
    const type = model.typeBySlug.get("posts")!;
    const scope = { organizationId: workspace.organizationId, typeId: type.id };
    const client = await pool.connect();
    try {
      await client.query(`set plan_cache_mode = ${mode}`);
      for (const text of queries) {
        const { query } = parseQuery(model, type, text);
        const real = createReader(pool, new StatementNames());
        const explained: string[] = [];
        const explain = async (statement: string, values: unknown[]): Promise<unknown[][]> => {
          await client.query(`prepare looked_at as ${statement}`);
          const { rows } = await client.query(
            `explain (analyze, timing off, format json) execute looked_at(${values.map(literal).join(", ")})`,
          );
          await client.query("deallocate looked_at");
          for (const node of nodesOf(rows[0]["QUERY PLAN"][0].Plan)) check(node, `${text}: ${statement}`);
          explained.push(statement);
          return real.rows(statement, values);
        };
        const reader = { rows: explain, rowsWithMemory: explain };
        const rowColumns = entryColumns(planType(model, type, null));
        expect(await findPage(reader, scope, query!, null, 21, { rowColumns })).toHaveLength(21);
        expect(explained.length).toBeGreaterThan(0);
      }
    } finally {
      client.release(true);
    }
  });
});

interface Node {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Relation Name"?: string;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Nothing large is sorted, no table of entries is read whole, and no loop goes over more than a walk may look at. */
function check(node: Node, where: string): void {
  const { "Node Type": type, "Relation Name": table, "Actual Rows": rows, "Actual Loops": loops } = node;
  if (table === "entries") expect(type, where).not.toBe("Seq Scan");
  if (type.includes("Sort")) expect(rows * loops, where).toBeLessThan(200);
  expect(loops, where).toBeLessThan(1_100);
}

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? `'{${value.map((one) => `"${one}"`).join(",")}}'`
    : `'${String(value).replaceAll("'", "''")}'`;
