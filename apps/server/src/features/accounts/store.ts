import { randomUUID } from "node:crypto";
import type { UserId } from "@lintel/contract";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database, Queries } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { accounts, sessions, users, verifications } from "../../db/schema/index.js";

export interface Person {
  id: UserId;
  name: string;
  email: string;
}

const person = { id: users.id, name: users.name, email: users.email };

export async function findPersonBySession(queries: Queries, token: string): Promise<Person | null> {
  const [row] = await queries
    .select(person)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, token), gt(sessions.expiresAt, sql`now()`)));
  return row ?? null;
}

export async function findPersonByEmail(queries: Queries, email: string): Promise<Person | null> {
  const [row] = await queries.select(person).from(users).where(eq(users.email, email.toLowerCase()));
  return row ?? null;
}

export async function findPasswordHash(queries: Queries, userId: UserId): Promise<string | null> {
  const [row] = await queries
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
  return row?.password ?? null;
}

/** Answers with nothing where the address has an account already. */
export async function insertPerson(
  database: Database,
  input: { name: string; email: string; passwordHash: string },
): Promise<Person | null> {
  return await database.transaction(async (tx) => {
    const [row] = await tx
      .insert(users)
      .values({ id: newId("user"), name: input.name, email: input.email.toLowerCase() })
      .onConflictDoNothing()
      .returning(person);
    if (!row) return null;
    await tx.insert(accounts).values({
      id: randomUUID(),
      accountId: row.id,
      providerId: "credential",
      userId: row.id,
      password: input.passwordHash,
    });
    return row;
  });
}

export async function deleteExpired(queries: Queries): Promise<{ sessions: number; verifications: number }> {
  const now = sql`now()`;
  const ended = await queries.delete(sessions).where(lt(sessions.expiresAt, now));
  const unused = await queries.delete(verifications).where(lt(verifications.expiresAt, now));
  return { sessions: ended.rowCount ?? 0, verifications: unused.rowCount ?? 0 };
}
