import { type EntryId, isId, type ReferenceValue } from "@lintel/contract";
import { accept, defineFieldType, refuse } from "../field-type.js";
import { expected } from "../plain-text.js";
import { idOperand, notAnId, readId } from "../pointer.js";

const limit = 1_000;

/** Entries of the field's target type in the editor's order, each once, at most 1,000. */
export const multiReference = defineFieldType<EntryId[]>({
  type: "multi_reference",
  shape: "entries",
  uses: ["target"],
  storage: "values",
  empty: [],
  parse(input) {
    if (!Array.isArray(input)) return expected("an array of entry ids", input);
    if (input.length > limit)
      return refuse(`${input.length} references are more than the ${limit} a field holds.`);
    const ids = new Set<EntryId>();
    for (const item of input) {
      const id = readId(item);
      if (!isId("entry", id)) return refuse(notAnId("entry", item));
      ids.add(id);
    }
    return accept(ids.size > 0 ? [...ids] : null);
  },
  // What `linked.entry` finds is a reference; a target that is gone drops out of the list.
  resolve: (stored, _config, linked) => stored.flatMap((id) => linked.entry(id) ?? []) as ReferenceValue[],
  links: (stored) => ({ entries: stored }),
  index: {
    column: "text",
    operators: ["eq", "ne", "in", "nin", "contains", "exists"],
    sortable: false,
    cells: (stored) => stored.map((id) => ({ text: id })),
    operand: (operand) => idOperand("entry", operand),
  },
  toPlain: (stored) => stored,
  fromPlain: (plain) => (Array.isArray(plain) ? plain : [plain]),
});
