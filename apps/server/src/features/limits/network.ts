import { isIPv6 } from "node:net";

/**
 * What an address is counted as: itself, and of IPv6 the first 64 bits, because whoever has one address has all that
 * begin like it. Written in one way, however it came, and an address all the same: `2001:db8:1:2::`.
 */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%", 1);
  if (!isIPv6(bare)) return bare;
  const groups = expand(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
    return bytes.join(".");
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::`;
}

/** The eight groups, of which `::` leaves some out and the last two may read `192.0.2.1`. */
function expand(address: string): number[] {
  const [before = "", after = ""] = address.split("::");
  const [start, end] = [toGroups(before), toGroups(after)];
  const left = 8 - start.length - end.length;
  return [...start, ...Array<number>(left).fill(0), ...end];
}

function toGroups(text: string): number[] {
  return text
    .split(":")
    .filter(Boolean)
    .flatMap((group) => {
      if (!group.includes(".")) return [Number.parseInt(group, 16)];
      const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
      return [a * 256 + b, c * 256 + d];
    });
}
