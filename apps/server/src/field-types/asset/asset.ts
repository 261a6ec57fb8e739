import { definePointer } from "../pointer.js";

/** A file of the organization's asset library. */
export const asset = definePointer("asset", {
  type: "asset",
  shape: "asset",
  uses: [],
  resolve: (stored, _config, linked) => linked.asset(stored),
  links: (stored) => ({ assets: [stored] }),
});
