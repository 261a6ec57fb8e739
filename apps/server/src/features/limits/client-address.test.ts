import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createClientAddress, type TrustedProxies } from "./client-address.js";

function addressOf(trusted: TrustedProxies, peer: string, told?: string): string {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const message = new IncomingMessage(socket);
  if (told !== undefined) message.headers["x-forwarded-for"] = told;
  return createClientAddress(trusted)(message);
}

const nobody = { hops: 0 };
const inside = { ranges: ["10.0.0.0/8", "::1", "fd00::/8"] };

test.each<[TrustedProxies, string, string | undefined, string]>([
  [nobody, "203.0.113.7", undefined, "203.0.113.7"],
  [nobody, "203.0.113.7", "198.51.100.1", "203.0.113.7"],
  [nobody, "::ffff:203.0.113.7", undefined, "203.0.113.7"],
  [nobody, "::ffff:cb00:7107", undefined, "203.0.113.7"],
  [nobody, "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2::"],
  [nobody, "2001:0DB8:0001:0002::1", undefined, "2001:db8:1:2::"],
  [nobody, "2001:db8::6", undefined, "2001:db8:0:0::"],
  [nobody, "fe80::1%eth0", undefined, "fe80:0:0:0::"],
  [{ hops: 1 }, "10.1.2.3", undefined, "10.1.2.3"],
  [{ hops: 1 }, "10.1.2.3", "198.51.100.1", "198.51.100.1"],
  [{ hops: 1 }, "10.1.2.3", "192.0.2.9, 198.51.100.1", "198.51.100.1"],
  [{ hops: 1 }, "10.1.2.3", "192.0.2.9, no address", "10.1.2.3"],
  [{ hops: 1 }, "10.1.2.3", "198.51.100.1:4711", "198.51.100.1"],
  [{ hops: 1 }, "10.1.2.3", "[2001:db8::6]:4711", "2001:db8:0:0::"],
  [{ hops: 2 }, "10.1.2.3", "192.0.2.9, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
  [{ hops: 2 }, "10.1.2.3", "198.51.100.1", "10.1.2.3"],
  [inside, "203.0.113.7", "198.51.100.1", "203.0.113.7"],
  [inside, "10.1.2.3", "192.0.2.9, 198.51.100.1", "198.51.100.1"],
  [inside, "::ffff:10.1.2.3", "198.51.100.1", "198.51.100.1"],
  [inside, "fd12::1", "192.0.2.9, 198.51.100.1, 10.0.0.7", "198.51.100.1"],
  [inside, "10.1.2.3", "10.0.0.7, 10.0.0.8", "10.0.0.7"],
  [inside, "10.1.2.3", "made up", "10.1.2.3"],
  [inside, "::1", undefined, "0:0:0:0::"],
])("trust 18: with %j, a connection from %s that says %s counts for %s", (trusted, peer, told, address) => {
  expect(addressOf(trusted, peer, told)).toBe(address);
});

test("it is said once that a proxy is not heard, and never where one is named", () => {
  let times = 0;
  const socket = new Socket();
  const message = new IncomingMessage(socket);
  for (const trusted of [nobody, { hops: 1 }]) {
    const addressOf = createClientAddress(trusted, () => {
      times += 1;
    });
    message.headers["x-forwarded-for"] = "192.0.2.1";
    addressOf(message);
    addressOf(message);
  }
  expect(times).toBe(1);
});
