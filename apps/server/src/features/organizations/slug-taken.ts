import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";
import { type ApiError, conflict } from "../../api/api-error.js";

const uniqueViolation = "23505";

export function slugTaken(slug: string): ApiError {
  return conflict(`The slug "${slug}" is taken. Choose another one, or leave it out to get a free one.`);
}

/** Whether the database refused a row because another organization has its slug. */
export function isSlugConflict(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return (
    cause instanceof DatabaseError &&
    cause.code === uniqueViolation &&
    cause.constraint?.includes("slug") === true
  );
}
