import { resolve } from "node:path";
import pino from "pino";
import { checkServer } from "../../db/check-server.js";
import { connectDatabase, type DatabaseConnection } from "../../db/connect.js";
import { hasCluster } from "../../db/embedded/home.js";
import { type Check, type DoctorSettings, failed, messageOf, passed } from "./check.js";
import { checkBinaries } from "./check-binaries.js";
import { checkClock } from "./check-clock.js";
import { checkDataFolder, checkSecret } from "./check-data-folder.js";
import { checkMigrations } from "./check-migrations.js";
import { checkNode } from "./check-node.js";

const log = pino({ level: "silent" });

/** Looks at everything the service needs and changes nothing: an embedded server it has to start, it stops again. */
export async function runDoctor(settings: DoctorSettings): Promise<Check[]> {
  const { databaseUrl, dataFolder } = settings;
  const checks = [checkNode(), await checkDataFolder(dataFolder), await checkSecret(dataFolder)];
  if (!databaseUrl) checks.push(await checkBinaries());
  return [...checks, ...(await checkDatabase(settings))];
}

async function checkDatabase({ databaseUrl, dataFolder }: DoctorSettings): Promise<Check[]> {
  const name = "Database";
  let connection: DatabaseConnection | undefined;
  try {
    if (!databaseUrl && !(await hasCluster(resolve(dataFolder)))) {
      return [passed(name, "none yet, the first start makes it"), await checkClock(undefined)];
    }
    connection = await connectDatabase({ databaseUrl, dataFolder, log, poolSize: 1 });
    const { pool, embedded } = connection;
    const place = embedded ? `in ${embedded.folder}` : "at DATABASE_URL";
    return [
      passed(name, `PostgreSQL ${await checkServer(pool)} ${place}`),
      await checkMigrations(pool),
      await checkClock(pool),
    ];
  } catch (reason) {
    const remedy = databaseUrl
      ? "Check DATABASE_URL, and that the server runs and lets this machine in."
      : "See the server's own log, postgres/server.log in the data folder.";
    return [failed(name, messageOf(reason), remedy), await checkClock(undefined)];
  } finally {
    await connection?.close();
  }
}
