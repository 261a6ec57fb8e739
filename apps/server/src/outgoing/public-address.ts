import { BlockList, isIPv4 } from "node:net";

/**
 * What an address of IPv4 must not lie in to be public.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const closedIPv4 = {
  "0.0.0.0/8": "this network",
  "10.0.0.0/8": "private",
  "100.64.0.0/10": "shared by carriers (CGNAT)",
  "127.0.0.0/8": "loopback",
  "168.63.129.16/32": "a cloud's metadata",
  "169.254.0.0/16": "link-local, where clouds keep their metadata",
  "172.16.0.0/12": "private",
  "192.0.0.0/24": "reserved for protocols",
  "192.0.2.0/24": "for documentation",
  "192.31.196.0/24": "reserved for AS112",
  "192.52.193.0/24": "reserved for AMT",
  "192.88.99.0/24": "a 6to4 relay",
  "192.168.0.0/16": "private",
  "192.175.48.0/24": "reserved for AS112",
  "198.18.0.0/15": "for benchmarking",
  "198.51.100.0/24": "for documentation",
  "203.0.113.0/24": "for documentation",
  "224.0.0.0/4": "multicast",
  "240.0.0.0/4": "reserved",
};

/**
 * IPv6 the other way round: only 2000::/3 is given out at all, which leaves out loopback, link-local, unique local,
 * multicast, IPv4 in IPv6 and NAT64. Within it these are not public either.
 *
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const closedIPv6 = {
  "2001::/23": "reserved for protocols, Teredo among them",
  "2001:db8::/32": "for documentation",
  "2002::/16": "6to4, which hides an address of IPv4",
  "2620:4f:8000::/48": "reserved for AS112",
  "3fff::/20": "for documentation",
};

/** Ranges outside of 2000::/3 whose name says more than "not public". */
const namedIPv6 = {
  "::/128": "unspecified",
  "::1/128": "loopback",
  "::ffff:0:0/96": "an address of IPv4 in IPv6",
  "64:ff9b::/96": "NAT64, which hides an address of IPv4",
  "64:ff9b:1::/48": "NAT64, which hides an address of IPv4",
  "fc00::/7": "private",
  "fe80::/10": "link-local",
  "ff00::/8": "multicast",
};

interface Range {
  name: string;
  has(address: string): boolean;
}

function range(family: "ipv4" | "ipv6", subnet: string, name: string): Range {
  const [net = "", prefix] = subnet.split("/");
  const list = new BlockList();
  list.addSubnet(net, Number(prefix), family);
  return { name, has: (address) => list.check(address, family) };
}

const ranges = (family: "ipv4" | "ipv6", table: Record<string, string>): Range[] =>
  Object.entries(table).map(([subnet, name]) => range(family, subnet, name));

const ipv4Ranges = ranges("ipv4", closedIPv4);
const ipv6Ranges = ranges("ipv6", { ...closedIPv6, ...namedIPv6 });
const givenOut = range("ipv6", "2000::/3", "public");

/** Says what an IP address is if it is not public, as `loopback`. Undefined for one that anybody may dial. */
export function whyNotPublic(address: string): string | undefined {
  if (isIPv4(address)) return ipv4Ranges.find(({ has }) => has(address))?.name;
  // A zone names an interface of this machine, which nothing public needs.
  if (address.includes("%")) return "bound to an interface of this machine";
  const found = ipv6Ranges.find(({ has }) => has(address));
  return found?.name ?? (givenOut.has(address) ? undefined : "not public");
}
