import type pg from "pg";
import { newestMigration } from "../../db/migrate.js";
import { type Check, failed, passed } from "./check.js";

const name = "Clock";
const mostApart = 5_000;
const remedy = "Set this machine's clock, best by a time service (timedatectl set-ntp true).";

/** Signatures, sessions and the order of changes all trust the clock. */
export async function checkClock(pool: pg.Pool | undefined, now: () => number = Date.now): Promise<Check> {
  const written = newestMigration();
  if (now() < written) {
    const [shown, known] = [new Date(now()).toISOString(), new Date(written).toISOString()];
    return failed(name, `it shows ${shown}, but this program was written after ${known}`, remedy);
  }
  if (!pool) return passed(name, new Date(now()).toISOString());
  const asked = now();
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const answered = now();
  const apart = Math.abs((rows[0]?.now.getTime() ?? answered) - (asked + answered) / 2);
  if (apart <= mostApart) return passed(name, "agrees with the database's");
  const seconds = Math.round(apart / 1_000);
  return failed(
    name,
    `${seconds} s apart from the database's`,
    `${remedy} Or set that of the database's machine.`,
  );
}
