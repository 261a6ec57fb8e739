import { type AssetId, isId } from "@lintel/contract";
import { accept, defineFieldType, refuse } from "../field-type.js";
import { describe } from "../plain-text.js";
import { readId } from "../read-id.js";

/** A file of the organization's asset library. */
export const asset = defineFieldType<AssetId>({
  type: "asset",
  shape: "asset",
  uses: [],
  storage: "values",
  empty: null,
  parse(input) {
    const id = readId(input);
    if (id === "") return accept<AssetId>(null);
    return isId("asset", id)
      ? accept(id)
      : refuse(`Expected the id of an asset ("ast_…"), got ${describe(input)}.`);
  },
  resolve: (stored, _config, linked) => linked.asset(stored),
  links: (stored) => ({ assets: [stored] }),
  index: {
    column: "text",
    operators: ["eq", "ne", "in", "nin", "exists"],
    sortable: false,
    cells: (stored) => [{ text: stored }],
    operand: (operand) =>
      isId("asset", operand)
        ? { ok: true, key: operand }
        : { ok: false, message: `Expected the id of an asset ("ast_…"), got ${describe(operand)}.` },
  },
  toPlain: (stored) => stored,
  fromPlain: (plain) => (typeof plain === "string" ? plain : undefined),
});
