import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";

/** Where a proxy of the deployment's own is: addresses that no visitor from outside has. */
const inside = new BlockList();
inside.addSubnet("127.0.0.0", 8, "ipv4");
inside.addSubnet("10.0.0.0", 8, "ipv4");
inside.addSubnet("172.16.0.0", 12, "ipv4");
inside.addSubnet("192.168.0.0", 16, "ipv4");
inside.addAddress("::1", "ipv6");
inside.addSubnet("fc00::", 7, "ipv6");

/**
 * Where a visitor comes from, for sharing fairly and for nothing that must be safe: a proxy's word is taken when it
 * connects from inside, and then its last, which the visitor did not write. Undefined where one address may stand
 * for all visitors.
 */
export function clientAddress({ socket, headers }: IncomingMessage): string | undefined {
  const peer = socket.remoteAddress;
  if (peer === undefined) return undefined;
  if (!inside.check(peer, isIPv6(peer) ? "ipv6" : "ipv4")) return shareOf(peer);
  const told = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return told ? shareOf(told) : undefined;
}

/** The first 64 bits of an IPv6 address: whoever has one has all that begin like it. */
function shareOf(address: string): string {
  if (!isIPv6(address) || address.toLowerCase().startsWith("::ffff:")) return address;
  const [start = "", end] = address.split("::");
  const groups = start.split(":").filter(Boolean);
  const last = end === undefined ? [] : end.split(":").filter(Boolean);
  const zeros = end === undefined ? 0 : 8 - groups.length - last.length;
  return [...groups, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4).join(":");
}
