import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import { networkOf } from "./network.js";

/** Which proxies in front of the service are believed when they name the visitor in `x-forwarded-for`. */
export type TrustedProxies =
  /** This many of them stand in a row, and each adds the address that it was called from. */
  | { hops: number }
  /** Whoever connects from one of these, as `10.0.0.0/8` or `2001:db8::1`. */
  | { ranges: readonly string[] };

/** Whether the operator said whom to believe. */
export const isTold = (trusted: TrustedProxies): boolean => !("hops" in trusted && trusted.hops === 0);

/** Where a request comes from, for limits an address: one name for all that one visitor can call from at will. */
export type ClientAddress = (request: Pick<IncomingMessage, "socket" | "headers">) => string;

/**
 * What a visitor wrote into the header stands to the left of what our proxies add, so it is read from the right, and no
 * further than it is believed.
 *
 * @param onUnheard called once, where somebody names visitors and nobody said whether to believe it
 */
export function createClientAddress(trusted: TrustedProxies, onUnheard = () => {}): ClientAddress {
  const addressOf = "hops" in trusted ? byHops(trusted.hops) : byRanges(trusted.ranges);
  let isSilent = isTold(trusted);
  return ({ socket, headers }) => {
    const peer = socket.remoteAddress ?? "";
    const told = headers["x-forwarded-for"];
    if (told !== undefined && !isSilent) {
      isSilent = true;
      onUnheard();
    }
    return networkOf(told === undefined ? peer : addressOf(peer, readForwarded(told)));
  };
}

type Choose = (peer: string, forwarded: string[]) => string;

/** A request with fewer entries than there are proxies went around one of them: what it says is nobody's word. */
function byHops(hops: number): Choose {
  return (peer, forwarded) => {
    const said = hops > 0 ? forwarded[forwarded.length - hops] : undefined;
    return said !== undefined && isIP(said) ? said : peer;
  };
}

function byRanges(ranges: readonly string[]): Choose {
  const trusted = new BlockList();
  for (const range of ranges) addRange(trusted, range);
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  return (peer, forwarded) => {
    let address = peer;
    for (let at = forwarded.length - 1; at >= 0 && isTrusted(address); at--) {
      const said = forwarded[at]!;
      if (!isIP(said)) break;
      address = said;
    }
    return address;
  };
}

function addRange(list: BlockList, range: string): void {
  const [address = "", bits] = range.split("/");
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  list.addSubnet(address, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
}

/** The addresses of the header without the ports that some proxies add, as `[2001:db8::1]:443` or `192.0.2.1:443`. */
function readForwarded(header: string | string[]): string[] {
  return String(header)
    .split(",")
    .map((entry) => {
      const text = entry.trim();
      const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
      return inBrackets ?? text.replace(/^([\d.]+):\d+$/, "$1");
    });
}
