/** The code of a failure, as PostgreSQL's `23505`, also where a library wrapped it. Empty where there is none. */
export function errorCodeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") return at.code;
  return "";
}
