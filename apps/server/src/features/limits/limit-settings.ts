import { count, text } from "../../setting-values.js";
import { type BudgetSettings, usualBudgets } from "./budget-settings.js";
import type { TrustedProxies } from "./client-address.js";
import { readTrustedProxies } from "./trusted-proxies.js";

const perMinute = (whose: string) => count(`the requests a minute of ${whose}, from 1 to 1000000`, 1_000_000);

/** The settings of this feature, as they stand in the environment. */
export const limitSettings = {
  LINTEL_API_PER_MINUTE: perMinute("an API key"),
  LINTEL_INGEST_PER_MINUTE: perMinute("an API key for events"),
  LINTEL_STRANGERS_PER_MINUTE: perMinute("an address without a key"),
  LINTEL_TRUSTED_PROXIES: text(
    "the number of proxies in front of the service, or their addresses and ranges, as 10.0.0.0/8,2001:db8::1",
    (value) => readTrustedProxies(value) !== null,
  ).optional(),
};

interface Given {
  LINTEL_API_PER_MINUTE?: number | undefined;
  LINTEL_INGEST_PER_MINUTE?: number | undefined;
  LINTEL_STRANGERS_PER_MINUTE?: number | undefined;
  LINTEL_TRUSTED_PROXIES?: string | undefined;
}

export function toBudgets(given: Given): BudgetSettings {
  return {
    api: given.LINTEL_API_PER_MINUTE ?? usualBudgets.api,
    ingest: given.LINTEL_INGEST_PER_MINUTE ?? usualBudgets.ingest,
    address: given.LINTEL_STRANGERS_PER_MINUTE ?? usualBudgets.address,
  };
}

/** Nobody is believed unless told: anyone can write the header. */
export function toTrustedProxies({ LINTEL_TRUSTED_PROXIES: text }: Given): TrustedProxies {
  return (text && readTrustedProxies(text)) || { hops: 0 };
}
