import { definePointer } from "../pointer.js";

/** A member of the organization. Someone who has left goes on reading by name. */
export const person = definePointer("user", {
  type: "person",
  shape: "person",
  uses: [],
  resolve: (stored, _config, linked) => linked.person(stored),
  links: (stored) => ({ people: [stored] }),
});
