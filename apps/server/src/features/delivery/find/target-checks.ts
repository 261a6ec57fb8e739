import type { ModelField } from "../../model/model.js";
import type { Test } from "../query/content-query.js";
import type { Check } from "./check.js";
import { entryColumn, exactOf } from "./columns.js";
import { compare } from "./compare.js";
import { cellIds } from "./field-checks.js";
import type { Parameters } from "./statement.js";

/** What a condition asks of the thing that a field points to. */
interface OfTarget {
  column: "id" | "slug" | "title";
  test: Test;
}

interface Targets {
  table: string;
  id: string;
  /** Which of them readers can see. */
  scope: string;
}

const targetsOf = (field: ModelField): Targets => {
  switch (field.type) {
    case "asset":
      return { table: "assets", id: "id", scope: "t.organization_id = $1 and t.deleted_at is null" };
    case "person":
      // Someone who has left goes on reading by name.
      return { table: "members", id: "user_id", scope: "t.organization_id = $1" };
    default:
      return { table: "entries", id: "id", scope: "t.organization_id = $1 and t.deleted_at is null" };
  }
};

/**
 * Looks only at what readers see: a deleted target reads as null, so no condition may tell of it, and a target of
 * another organization is none.
 */
export function targetCheck(field: ModelField, { column, test }: OfTarget, negated: boolean): Check {
  const { table, id, scope } = targetsOf(field);
  const found = (parameters: Parameters, cell: string): string => {
    if (test.kind === "exists") {
      // The key is compared bytewise, and the index on ids is not.
      return `exists (select from ${table} t where ${scope} and t.${id} = ${cell}.text_prefix collate "default")`;
    }
    const asked = column === "id" ? { kind: "plain" as const, name: `t.${id}` } : entryColumn(column, "t");
    const typed = column === "id" ? "" : ` and t.type_id = ${parameters.add(field.config.target)}`;
    const exactly = exactOf(test);
    const exact = exactly ? ` and t.title = any(${parameters.add(exactly)})` : "";
    const targets = `select t.${id} from ${table} t where ${scope}${typed} and ${compare(parameters, asked, test)}${exact}`;
    return `${cell}.text_prefix = any(array(${targets}))`;
  };
  return {
    negated,
    ids: cellIds(field, found),
    counting: test.kind === "any" ? "cheap" : "none",
    row: null,
    also: null,
    lead: null,
  };
}
