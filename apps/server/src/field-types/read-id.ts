/** Reads what points to something: its id, or an object that carries it, as readers get it. */
export function readId(input: unknown): unknown {
  return typeof input === "object" && input !== null && Object.hasOwn(input, "id") && "id" in input
    ? input.id
    : input;
}
