import { isId, type UserId } from "@lintel/contract";
import { accept, defineFieldType, refuse } from "../field-type.js";
import { describe } from "../plain-text.js";
import { readId } from "../read-id.js";

/** A member of the organization. Someone who has left goes on reading by name. */
export const person = defineFieldType<UserId>({
  type: "person",
  shape: "person",
  uses: [],
  storage: "values",
  empty: null,
  parse(input) {
    const id = readId(input);
    if (id === "") return accept<UserId>(null);
    return isId("user", id)
      ? accept(id)
      : refuse(`Expected the id of a member ("usr_…"), got ${describe(input)}.`);
  },
  resolve: (stored, _config, linked) => linked.person(stored),
  links: (stored) => ({ people: [stored] }),
  index: {
    column: "text",
    operators: ["eq", "ne", "in", "nin", "exists"],
    sortable: false,
    cells: (stored) => [{ text: stored }],
    operand: (operand) =>
      isId("user", operand)
        ? { ok: true, key: operand }
        : { ok: false, message: `Expected the id of a member ("usr_…"), got ${describe(operand)}.` },
  },
  toPlain: (stored) => stored,
  fromPlain: (plain) => (typeof plain === "string" ? plain : undefined),
});
