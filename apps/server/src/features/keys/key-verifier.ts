import type { ApiKeyId, OrganizationId } from "@lintel/contract";
import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import type { Signals } from "../../db/signals.js";
import { KeyCache, type VerifiedKey } from "./key-cache.js";
import { hashKey, isWellFormedKey } from "./key-format.js";
import { KeyUses } from "./key-uses.js";
import { findKeyByHash, writeUses } from "./store.js";

export type { VerifiedKey } from "./key-cache.js";

export interface KeyVerifier {
  /** What a key stands for, or null where no key in force reads so. */
  verify(key: string): Promise<VerifiedKey | null>;
  /** The same without the database: undefined where only the database knows. */
  verifyCached(key: string): VerifiedKey | null | undefined;
  /** Notes that a key was used, and the model revision that the client behind it was made from. */
  recordUse(keyId: ApiKeyId, organizationId: OrganizationId, modelRevisionSeen?: number): void;
  close(): Promise<void>;
}

export interface KeyVerifierOptions {
  database: Database;
  signals: Pick<Signals, "subscribe" | "connected">;
  log: Pick<Logger, "warn">;
  now?: () => number;
}

const cacheKeysLimit = 1_000;

export function createKeyVerifier(options: KeyVerifierOptions): KeyVerifier {
  const { database, signals, log, now = Date.now } = options;
  const cache = new KeyCache(now);
  const uses = new KeyUses((gathered) => writeUses(database, gathered), log, now);
  // Saves the digest, which takes a fifth of a cached answer's time. Only keys in force get in, and only into memory.
  const cacheKeys = new Map<string, string>();
  const unsubscribe = signals.subscribe((signal) => {
    if (signal === "missed") cache.forgetAll();
    else if (signal.keys) cache.forgetOrganization(signal.organizationId);
  });

  async function read(hash: Buffer, cacheKey: string): Promise<VerifiedKey | null> {
    const { moment } = cache;
    const trusted = signals.connected;
    const found = await findKeyByHash(database, hash);
    if (trusted && signals.connected) cache.keep(cacheKey, found, moment);
    return found;
  }

  return {
    async verify(key) {
      if (!isWellFormedKey(key)) return null;
      const hash = hashKey(key);
      const cacheKey = hash.toString("latin1");
      const cached = signals.connected ? cache.get(cacheKey) : undefined;
      return cached === undefined ? await read(hash, cacheKey) : cached;
    },

    verifyCached(key) {
      const cacheKey = cacheKeys.get(key);
      if (cacheKey === undefined && !isWellFormedKey(key)) return null;
      if (!signals.connected) return undefined;
      const read = cacheKey ?? hashKey(key).toString("latin1");
      const found = cache.get(read);
      if (found && cacheKey === undefined) {
        if (cacheKeys.size >= cacheKeysLimit) cacheKeys.clear();
        cacheKeys.set(key, read);
      } else if (!found) cacheKeys.delete(key);
      return found;
    },

    recordUse: (keyId, organizationId, modelRevisionSeen) =>
      uses.record(keyId, organizationId, modelRevisionSeen),

    async close() {
      unsubscribe();
      await uses.close();
    },
  };
}
