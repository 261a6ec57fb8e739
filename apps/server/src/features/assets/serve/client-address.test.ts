import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.js";

test.each([
  ["203.0.113.7", undefined, "203.0.113.7"],
  ["203.0.113.7", "198.51.100.1", "203.0.113.7"],
  ["::ffff:203.0.113.7", undefined, "::ffff:203.0.113.7"],
  ["127.0.0.1", undefined, undefined],
  ["::ffff:127.0.0.1", undefined, undefined],
  ["127.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["10.1.2.3", "made up, 198.51.100.1", "198.51.100.1"],
  ["2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2"],
  ["2001:db8::6", undefined, "2001:db8:0:0"],
  ["::1", undefined, undefined],
])("a connection from %s that says %s counts for %s", (peer, told, address) => {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const message = new IncomingMessage(socket);
  if (told !== undefined) message.headers["x-forwarded-for"] = told;
  expect(clientAddress(message)).toBe(address);
});
