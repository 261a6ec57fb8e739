import { runnableVersion } from "../../db/embedded/binaries.js";
import { type Check, failed, messageOf, passed } from "./check.js";

const name = "Embedded PostgreSQL";

export async function checkBinaries(): Promise<Check> {
  try {
    return passed(name, `version ${await runnableVersion()}`);
  } catch (reason) {
    return failed(name, messageOf(reason), "Run npm ci again, or set DATABASE_URL to a PostgreSQL server.");
  }
}
