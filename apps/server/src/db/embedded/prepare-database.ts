import type { Address } from "./address.js";
import { application } from "./cluster.js";
import type { Presence } from "./presence.js";

const preparationLock = 5_108_462_020;

/** Makes role and database when they are missing, whichever of several processes comes first. */
export async function prepareDatabase({
  presence,
  address,
}: {
  presence: Presence;
  address: Address;
}): Promise<void> {
  const { client } = presence;
  const has = async (catalog: "pg_roles" | "pg_database", column: "rolname" | "datname"): Promise<boolean> =>
    (await client.query(`select 1 from ${catalog} where ${column} = $1`, [application])).rowCount === 1;
  if (await has("pg_database", "datname")) return;
  await client.query("select pg_advisory_lock($1)", [preparationLock]);
  try {
    const password = "password" in address ? `password ${client.escapeLiteral(address.password)}` : "";
    if (!(await has("pg_roles", "rolname")))
      await client.query(`create role ${application} login ${password}`);
    if (!(await has("pg_database", "datname"))) {
      await client.query(`create database ${application} owner ${application}`);
    }
    // Presence in this database decides when the server stops, so it stays the superuser's.
    await client.query("revoke connect on database postgres from public");
  } finally {
    await client.query("select pg_advisory_unlock($1)", [preparationLock]);
  }
}
