import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { createAddressGuard } from "./address-guard.js";
import { whyNotUrl } from "./check-url.js";

const names: Record<string, string[]> = {
  "public.example": ["1.1.1.1", "2606:4700:4700::1111"],
  "inside.example": ["10.0.0.5"],
  "mixed.example": ["1.1.1.1", "127.0.0.1"],
  "mapped.example": ["::ffff:169.254.169.254"],
  "own.example": ["2001:4860::1"],
};
const resolveHost = async (hostname: string): Promise<string[]> => {
  const addresses = names[hostname];
  if (!addresses) throw Object.assign(new Error(`queryA ENOTFOUND ${hostname}`), { code: "ENOTFOUND" });
  return addresses;
};
const guard = createAddressGuard({ allowPrivate: false, resolveHost });
const open = createAddressGuard({ allowPrivate: true, resolveHost });

test.each([
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://0x7f.0.0.1/",
  "https://0177.0.0.1/",
  "https://017700000001/",
  "https://127.0.0.1./",
  "https://%31%32%37.0.0.1/",
  "https://①②⑦.⓪.⓪.①/",
  "https://0/",
  "https://10.1.2.3:8443/x",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[fe80::1]/",
  "https://[fd00::1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[2001:0:53aa:64c::1]/",
  "https://[ff02::1]/",
  "https://255.255.255.255/",
  "https://inside.example/",
  "https://mixed.example/",
  "https://mapped.example/",
])("trust 28: %s is refused, with the address that it leads to", async (url) => {
  expect(await whyNotUrl(url, guard)).toMatch(
    /is not a public address \(.+\)\. Give a host .+ LINTEL_ALLOW_PRIVATE_WEBHOOKS=1 permits/,
  );
});

test.each([
  ["https://[fe80::1%25eth0]/", "absolute URL"],
  ["http://public.example/", "got `http:`. For development, LINTEL_ALLOW_PRIVATE_WEBHOOKS=1 permits"],
  ["https://public.example/\r\n", "got U+000D at character 24"],
  ["https://public\t.example/", "got U+0009 at character 15"],
  [" https://public.example/", "got U+0020 at character 1"],
  ["https://public.example/\u00a0", "got U+00A0"],
  ["https://public.example/\0", "got U+0000"],
  ["https://public.example/#top", "without a fragment"],
  ["https://public.example/#", "without a fragment"],
  ["https://public.example:0/", "Port 0"],
  [`https://public.example/${"ü".repeat(400)}`, "At most 2048 characters, got 2423"],
  ["ftp://public.example/", "starts with `https://`"],
  ["file:///etc/passwd", "starts with `https://`"],
  ["javascript:alert(1)", "starts with `https://`"],
  ["https://ada:secret@public.example/", "without a user name or password"],
  ["https://ada@public.example/", "without a user name or password"],
  ["/relative", "absolute URL"],
  ["https://", "absolute URL"],
  ["", "absolute URL"],
  [`https://public.example/${"a".repeat(2_048)}`, "At most 2048 characters"],
])("%s is refused: %s", async (url, message) => {
  expect(await whyNotUrl(url, guard)).toContain(message);
});

test.each([
  "https://localhost/",
  "https://LOCALHOST./",
  "https://api.localhost:8443/",
  "https://printer.local/",
  "https://metadata.google.internal/",
  "https://db.localdomain/",
  "https://router.home.arpa/",
  "https://intranet/",
])("trust 28: %s is refused when saved, because its name can never be public", async (url) => {
  expect(await whyNotUrl(url, guard)).toMatch(/is never a public one \(.+\)\. Give a host .+ permits/);
  expect(await whyNotUrl(url, open)).toBeUndefined();
});

test("trust 28: an address of this machine is refused, though it may be a public one", async () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  names["own.example"] = own.slice(0, 1).map(({ address }) => address.replace(/%.*/, ""));
  expect(await whyNotUrl("https://own.example/", guard)).toContain("is not a public address");
});

test.each([
  "https://public.example/hooks?a=1",
  "https://1.1.1.1/",
  "https://localhost.example/",
  "https://nowhere.example/",
])("%s passes", async (url) => {
  expect(await whyNotUrl(url, guard)).toBeUndefined();
});

test("where private addresses are allowed, plain http and the developer's own machine pass, credentials do not", async () => {
  expect(await whyNotUrl("http://127.0.0.1:3000/hooks", open)).toBeUndefined();
  expect(await whyNotUrl("http://inside.example/", open)).toBeUndefined();
  expect(await whyNotUrl("http://ada:secret@127.0.0.1/", open)).toContain("without a user name");
  expect(await whyNotUrl("ftp://127.0.0.1/", open)).toContain("starts with `https://` or `http://`");
});

test("name servers that say nothing are given up after a while", async () => {
  const silent = createAddressGuard({ allowPrivate: false, resolveHost: () => new Promise(() => {}) });
  await expect(silent.resolve("slow.example", 20)).rejects.toThrow(
    "said nothing about slow.example in 0.02 s",
  );
});
