import { isIP, isIPv6 } from "node:net";
import type { TrustedProxies } from "./client-address.js";

/** Reads the setting: a number of proxies, or addresses and ranges with commas between. Null where it is neither. */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text)) return { hops: Number(text) };
  const ranges = text.split(",").map((range) => range.trim());
  return ranges.every(isRange) ? { ranges } : null;
}

function isRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  if (!isIP(address) || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32));
}
