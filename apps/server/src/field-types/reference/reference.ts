import { type EntryId, isId } from "@lintel/contract";
import { entryOperand, notAnEntry } from "../entry-id.js";
import { accept, defineFieldType, refuse } from "../field-type.js";
import { readId } from "../read-id.js";

/** An entry of the field's target type. */
export const reference = defineFieldType<EntryId>({
  type: "reference",
  shape: "entry",
  uses: ["target"],
  storage: "values",
  empty: null,
  parse(input) {
    const id = readId(input);
    if (id === "") return accept<EntryId>(null);
    return isId("entry", id) ? accept(id) : refuse(notAnEntry(input));
  },
  resolve: (stored, _config, linked) => linked.entry(stored),
  links: (stored) => ({ entries: [stored] }),
  index: {
    column: "text",
    operators: ["eq", "ne", "in", "nin", "exists"],
    sortable: false,
    cells: (stored) => [{ text: stored }],
    operand: entryOperand,
  },
  toPlain: (stored) => stored,
  fromPlain: (plain) => (Array.isArray(plain) ? (plain.length === 1 ? plain[0] : undefined) : plain),
});
