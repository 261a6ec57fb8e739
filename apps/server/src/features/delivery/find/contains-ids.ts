import type { Check } from "./check.js";
import type { Parameters } from "./statement.js";

/** Where texts stand: one row each, with the first 160 characters of it in an index. */
interface Texts {
  table: "entries" | "entry_index";
  id: string;
  prefix: string;
  whole: string;
  /** Which rows hold the texts, under a table's name. */
  scope(parameters: Parameters, table: string): string;
}

/** Ids of what holds a text anywhere. No index tells where; but most texts stand in it whole, and only long ones are opened. */
export function containsIds(
  { table, id, prefix, whole, scope }: Texts,
  text: string,
): NonNullable<Check["ids"]> {
  return (parameters, only) => {
    const part = parameters.add(text);
    const rows = scope(parameters, "c");
    if (only)
      return `select c.${id} from ${table} c where ${rows} and c.${id} = ${only} and strpos(c.${whole}, ${part}) > 0`;
    return (
      `select c.${id} from ${table} c where ${rows} and strpos(c.${prefix}, ${part}) > 0 union all ` +
      `select c.${id} from (select l.${id} from ${table} l where ${scope(parameters, "l")} and length(l.${prefix}) = 160 ` +
      `and strpos(l.${prefix}, ${part}) = 0 offset 0) long cross join lateral (select * from ${table} c where ` +
      `${rows} and c.${id} = long.${id} offset 0) c where strpos(c.${whole}, ${part}) > 0`
    );
  };
}
