import type { Queries } from "../../db/database.js";
import { hashKey } from "./key-format.js";
import { findKeyOrRevoked } from "./store.js";

/** Whether a key was ever made, and whether it still opens anything. */
export async function readKeyState(queries: Queries, key: string): Promise<"unknown" | "live" | "revoked"> {
  const row = await findKeyOrRevoked(queries, hashKey(key));
  if (!row) return "unknown";
  return row.revokedAt ? "revoked" : "live";
}
