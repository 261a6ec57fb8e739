import { readConfig } from "../config.js";
import { connectDatabase } from "../db/connect.js";
import { migrateDatabase } from "../db/migrate.js";
import { openLog } from "../http/open-log.js";

export async function migrate(): Promise<void> {
  const { databaseUrl, dataFolder, logLevel } = readConfig();
  const { log, flush } = openLog(logLevel);
  const connection = await connectDatabase({ databaseUrl, dataFolder, log });
  try {
    const { applied } = await migrateDatabase(connection.pool, { log });
    console.log(`The database is at this version's schema: ${applied} migrations are applied.`);
  } finally {
    await connection.close();
    flush();
  }
}
