import type pg from "pg";
import { migrationState } from "../../db/migrate.js";
import { type Check, failed, messageOf, passed } from "./check.js";

const name = "Migrations";

export async function checkMigrations(pool: pg.Pool): Promise<Check> {
  try {
    const { applied, pending } = await migrationState(pool);
    if (pending === 0) return passed(name, `all ${applied} applied`);
    return failed(
      name,
      `${applied} applied, ${pending} pending`,
      "Start the service, or run lintel migrate: both apply them.",
    );
  } catch (reason) {
    return failed(
      name,
      messageOf(reason),
      "Run the version of Lintel that migrated this database, or a newer one.",
    );
  }
}
