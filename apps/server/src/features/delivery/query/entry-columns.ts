import { isId, type Operator } from "@lintel/contract";
import type { Operand as ReadOperand } from "../../../field-types/field-type.js";
import { foldText } from "../../../field-types/fold-text.js";
import { describe } from "../../../field-types/plain-text.js";
import { notAnId } from "../../../field-types/pointer.js";
import type { EntryColumn } from "./content-query.js";

interface ColumnRules {
  operators: readonly Operator[];
  operand(text: string): ReadOperand;
}

const equality = ["eq", "ne", "in", "nin"] as const;
const order = ["lt", "lte", "gt", "gte"] as const;

/** How conditions see what every entry has. All of it can be sorted by. */
export const entryColumns: Record<EntryColumn, ColumnRules> = {
  id: {
    operators: equality,
    operand: (text) =>
      isId("entry", text) ? { ok: true, key: text } : { ok: false, message: notAnId("entry", text) },
  },
  slug: {
    operators: [...equality, ...order, "contains", "starts"],
    operand: (text) => ({ ok: true, key: text }),
  },
  title: {
    operators: [...equality, ...order, "contains", "starts"],
    operand: (text) => ({ ok: true, key: foldText(text), exact: text }),
  },
  createdAt: { operators: [...equality, ...order], operand: instant },
  updatedAt: { operators: [...equality, ...order], operand: instant },
};

export const isEntryColumn = (name: string): name is EntryColumn => Object.hasOwn(entryColumns, name);

const shape = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const earliest = Date.parse("0001-01-02T00:00:00Z");

function instant(text: string): ReadOperand {
  const [, day] = shape.exec(text) ?? [];
  const time = day && isDay(day) ? Date.parse(text) : Number.NaN;
  return time >= earliest
    ? { ok: true, key: new Date(time).toISOString() }
    : {
        ok: false,
        message: `Expected an instant such as 2026-03-04T05:06:07Z, got ${describe(text)}. Write a "+" as %2B.`,
      };
}

/** A day past the end of its month rolls over, or is refused, depending on the day. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
