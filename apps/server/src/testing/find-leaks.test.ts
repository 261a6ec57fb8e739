import { expect, it } from "vitest";
import { leaksIn } from "./find-leaks.js";

const key = `ltl_${"a1B2".repeat(10)}`;
const clean = '{"level":30,"path":"/api/v1/org","status":200,"msg":"request"}';

it.each<[string, string, string]>([
  ["a key", `{"err":{"message":"Failed for ${key}"}}`, key],
  ["a cookie", `{"cookie":"lintel.session_token=abcdefgh12345678.c2ln%3D"}`, "abcdefgh12345678.c2ln%3D"],
  ["a secret of signs alone", `{"msg":"--**--!!"}`, "--**--!!"],
  ["an address", `{"msg":"from 203.0.113.77"}`, "203.0.113.77"],
  ["a query string", `{"path":"/api/v1/content/posts?limit=1"}`, "something else"],
])("trust 36: finds %s in a log line", (_, line, secret) => {
  expect(leaksIn([clean, line], [secret])).toHaveLength(1);
  expect(leaksIn([clean], [secret])).toEqual([]);
});

it("passes over mail that is written to the log for want of a mail server", () => {
  const mail =
    '{"text":"…","msg":"No SMTP_URL is set, so this mail to ada@example.test was written here: /abcd1234"}';
  expect(leaksIn([mail], ["/abcd1234"])).toEqual([]);
});

it("does not show what it found", () => {
  expect(leaksIn([`{"msg":"${key}"}`], [key]).join()).not.toContain(key);
});
