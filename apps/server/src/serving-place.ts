import pg from "pg";

/** Any number that nothing else locks. */
const lock = 5_108_462_022;

/**
 * Makes sure that one process at most serves from a data folder: two would each take the other's files and caches
 * for their own. PostgreSQL holds the lock for as long as the connection lives, so a killed process leaves none behind.
 * Commands beside a server take none.
 */
export async function takeServingPlace(
  connectionString: string,
  dataFolder: string,
): Promise<{ leave(): Promise<void> }> {
  const client = new pg.Client({
    connectionString,
    application_name: "lintel serving place",
    keepAlive: true,
  });
  // Whether the database is there is for others to notice; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [lock]);
  if (rows[0]?.mine) return { leave: () => client.end() };
  await client.end();
  throw new Error(
    `Another Lintel serves from ${dataFolder} already. End it first, set LINTEL_DATA to another folder, or set DATABASE_URL, with which any number of them may run.`,
  );
}
