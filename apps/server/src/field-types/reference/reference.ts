import { definePointer } from "../pointer.js";

/** An entry of the field's target type. */
export const reference = definePointer("entry", {
  type: "reference",
  shape: "entry",
  uses: ["target"],
  resolve: (stored, _config, linked) => linked.entry(stored),
  links: (stored) => ({ entries: [stored] }),
});
