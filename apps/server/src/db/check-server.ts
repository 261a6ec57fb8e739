import type pg from "pg";

const oldestMajor = 15;

/** The server's version, once it is known to be reachable and new enough. */
export async function checkServer(pool: pg.Pool): Promise<string> {
  const version = await askVersion(pool);
  refuseOldServer(version, placeOf(pool));
  return version;
}

export function refuseOldServer(version: string, place: string): void {
  if (Number.parseInt(version, 10) >= oldestMajor) return;
  throw new Error(
    `The server at ${place} is PostgreSQL ${version}; Lintel needs ${oldestMajor} or newer. Upgrade it, or unset DATABASE_URL to use the embedded one.`,
  );
}

async function askVersion(pool: pg.Pool): Promise<string> {
  try {
    const { rows } = await pool.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version ?? "";
  } catch (reason) {
    throw new Error(
      `The database at ${placeOf(pool)} cannot be used: ${describe(reason)}. Check DATABASE_URL.`,
      {
        cause: reason,
      },
    );
  }
}

/** Connecting to a name with several addresses fails with one error for each and no message of its own. */
function describe(reason: unknown): string {
  if (reason instanceof AggregateError) return reason.errors.map((one) => describe(one)).join(", ");
  return reason instanceof Error ? reason.message : String(reason);
}

/** Where the pool connects to, without the password. */
function placeOf(pool: pg.Pool): string {
  const url = pool.options.connectionString;
  if (!url || !URL.canParse(url)) return "the address in DATABASE_URL";
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
