import type { OptionId } from "@lintel/contract";
import { accept, defineFieldType, refuse } from "../field-type.js";
import { findOption, optionName, unknownOption } from "../options.js";
import { expected } from "../plain-text.js";

/** Any number of the field's options, in the order the writer gave them, each once. */
export const multiSelect = defineFieldType<OptionId[]>({
  type: "multi_select",
  shape: "strings",
  uses: ["options"],
  storage: "values",
  empty: [],
  parse(input, { options }) {
    if (!Array.isArray(input)) return expected("an array of option names", input);
    const ids = new Set<OptionId>();
    for (const name of input) {
      if (typeof name !== "string") return expected("the name of an option", name);
      const option = findOption(options, name);
      if (!option) return refuse(unknownOption(options, name));
      ids.add(option.id);
    }
    return accept(ids.size > 0 ? [...ids] : null);
  },
  resolve: (stored, config) => stored.flatMap((id) => optionName(config, id) ?? []),
  words: (stored, config) => stored.map((id) => optionName(config, id) ?? "").join(" "),
  index: {
    column: "text",
    operators: ["eq", "ne", "in", "nin", "contains", "exists"],
    sortable: false,
    cells: (stored) => stored.map((id) => ({ text: id })),
    operand(operand, { options }) {
      const option = findOption(options, operand);
      return option ? { ok: true, key: option.id } : { ok: false, message: unknownOption(options, operand) };
    },
  },
  toPlain: (stored, config) => stored.flatMap((id) => optionName(config, id) ?? []),
  fromPlain: (plain) =>
    Array.isArray(plain)
      ? plain
      : String(plain)
          .split(",")
          .map((name) => name.trim())
          .filter(Boolean),
});
