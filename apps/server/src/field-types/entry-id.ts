import { isId } from "@lintel/contract";
import type { Operand } from "./field-type.js";
import { describe } from "./plain-text.js";

export const notAnEntry = (input: unknown) =>
  `Expected the id of an entry ("ent_…"), got ${describe(input)}.`;

export function entryOperand(operand: string): Operand {
  return isId("entry", operand) ? { ok: true, key: operand } : { ok: false, message: notAnEntry(operand) };
}
