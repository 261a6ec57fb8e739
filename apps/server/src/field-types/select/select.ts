import type { OptionId } from "@lintel/contract";
import { accept, defineFieldType, refuse } from "../field-type.js";
import { findOption, optionName, unknownOption } from "../options.js";
import { expected } from "../plain-text.js";

/** One of the field's options. Written and read by the option's name, stored by its id. */
export const select = defineFieldType<OptionId>({
  type: "select",
  shape: "string",
  uses: ["options"],
  storage: "values",
  empty: null,
  parse(input, { options }) {
    if (typeof input !== "string") return expected("the name of an option", input);
    if (input === "") return accept<OptionId>(null);
    const option = findOption(options, input);
    return option ? accept(option.id) : refuse(unknownOption(options, input));
  },
  resolve: (stored, config) => optionName(config, stored),
  words: (stored, config) => optionName(config, stored) ?? "",
  index: {
    column: "text",
    operators: ["eq", "ne", "in", "nin", "exists"],
    // By id, an order that means nothing to a person.
    sortable: false,
    cells: (stored) => [{ text: stored }],
    operand(operand, { options }) {
      const option = findOption(options, operand);
      return option ? { ok: true, key: option.id } : { ok: false, message: unknownOption(options, operand) };
    },
  },
  toPlain: (stored, config) => optionName(config, stored) ?? null,
  fromPlain: (plain) => (Array.isArray(plain) ? (plain.length === 1 ? plain[0] : undefined) : String(plain)),
});
