import { createHmac } from "node:crypto";
import type { ApiKeyId, OrganizationId } from "@lintel/contract";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { Budget, type Verdict } from "./budget.js";
import type { BudgetName, BudgetSettings } from "./budget-settings.js";
import { LeaseDesk } from "./lease-desk.js";
import { leaseTokens } from "./store.js";

export type { Verdict } from "./budget.js";

export interface KeyOwner {
  organizationId: OrganizationId;
  keyId: ApiKeyId;
}

/** Null where limits are off. */
type Taken = Verdict | null | Promise<Verdict | null>;

export interface Limits {
  takeForKey(budget: Exclude<BudgetName, "address">, key: KeyOwner): Taken;
  /** For who has no key: `address` as `ClientAddress` says it. */
  takeForAddress(address: string): Taken;
}

export interface LimitsOptions {
  pool: Pick<Pool, "query">;
  settings: BudgetSettings;
  /** Keys the digests of addresses. */
  secret: string;
  log: Pick<Logger, "warn">;
  now?: () => number;
}

export const noLimits: Limits = { takeForKey: () => null, takeForAddress: () => null };

export function createLimits(options: LimitsOptions): Limits {
  const { pool, settings, secret, log, now = Date.now } = options;
  let silentUntil = 0;
  const onFailure = (error: unknown): void => {
    if (now() < silentUntil) return;
    silentUntil = now() + 60_000;
    log.warn({ err: error }, "Rate budgets cannot be leased; this process grants them by itself meanwhile.");
  };
  const open = (name: BudgetName): Budget => {
    const perMinute = settings[name];
    const desk = new LeaseDesk((asks) => leaseTokens(pool, perMinute, 60 / perMinute, asks), onFailure, now);
    return new Budget(name, perMinute, desk, now);
  };
  const budgets = { api: open("api"), ingest: open("ingest"), address: open("address") };
  return {
    takeForKey: (budget, { organizationId, keyId }) => budgets[budget].take(organizationId, keyId),
    // An address is kept nowhere, not even for a minute.
    takeForAddress: (address) =>
      budgets.address.take("", createHmac("sha256", secret).update(address).digest("base64url").slice(0, 22)),
  };
}
