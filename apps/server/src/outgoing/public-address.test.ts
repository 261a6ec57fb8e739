import { expect, test } from "vitest";
import { whyNotPublic } from "./public-address.js";

/** Every class that nothing may be dialled in, at both ends where a range has two. */
const closed: [string, string[]][] = [
  ["loopback", ["127.0.0.1", "127.255.255.255", "::1"]],
  ["unspecified and this network", ["0.0.0.0", "0.1.2.3", "::"]],
  [
    "private",
    ["10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"],
  ],
  ["unique local", ["fc00::1", "fdff:ffff::1", "fd00:ec2::254"]],
  ["link-local and metadata", ["169.254.169.254", "169.254.0.1", "fe80::1", "febf::1", "168.63.129.16"]],
  ["CGNAT", ["100.64.0.1", "100.127.255.255", "100.100.100.200"]],
  ["multicast", ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"]],
  ["reserved and broadcast", ["240.0.0.1", "255.255.255.255", "192.0.0.1", "192.0.0.192"]],
  ["documentation", ["192.0.2.1", "198.51.100.7", "203.0.113.9", "2001:db8::1", "3fff::1"]],
  ["benchmarking", ["198.18.0.1", "198.19.255.255", "2001:2::1"]],
  ["6to4", ["192.88.99.1", "2002:7f00:1::", "2002:a00:1::1"]],
  ["Teredo and protocols", ["2001::1", "2001:0:53aa:64c::1", "2001:1ff:ffff::1", "2001:20::1"]],
  ["NAT64", ["64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b::8.8.8.8", "64:ff9b:1::1"]],
  [
    "IPv4 in IPv6",
    ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::127.0.0.1", "::ffff:0:8.8.8.8"],
  ],
  ["zones", ["fe80::1%eth0", "2606:4700::1%1"]],
  ["AS112 and AMT", ["192.31.196.1", "192.52.193.1", "192.175.48.1", "2620:4f:8000::1"]],
  ["site-local, discard, segment routing", ["fec0::1", "100::1", "5f00::1", "4000::1"]],
];

test.each(closed)("trust 28: %s is not public", (_, addresses) => {
  for (const address of addresses) expect(whyNotPublic(address), address).toEqual(expect.any(String));
});

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "126.255.255.255",
  "128.0.0.1",
  "169.253.1.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "192.169.0.1",
  "198.17.255.255",
  "198.20.0.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "2001:200::1",
  "2003::1",
  "2a00:1450::1",
])("%s is public", (address) => {
  expect(whyNotPublic(address)).toBeUndefined();
});
