import { appendFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { inject } from "vitest";

/**
 * What all servers of a test run logged, and what must not stand in it. Each worker writes files of its own; when the
 * run ends, `findLeaks` looks for the one in the other.
 */
const append = (kind: "log" | "secrets", line: string): void =>
  appendFileSync(
    join(inject("logRecord"), `${process.pid}.${kind}`),
    line.endsWith("\n") ? line : `${line}\n`,
  );

/** A destination of log lines that keeps them for the check. */
export function recordLog(line: string): void {
  append("log", line);
}

const recorded = new Set<string>();
/** Shorter ones are made to be refused, and stand in other words by accident. */
const shortest = 8;

export function recordSecret(...secrets: (string | undefined)[]): void {
  for (const secret of secrets) {
    if (secret === undefined || secret.length < shortest || recorded.has(secret)) continue;
    recorded.add(secret);
    append("secrets", JSON.stringify(secret));
  }
}

/** What our own keys and secrets look like, wherever they stand. */
const ours = /ltl_[0-9A-Za-z]{40}|whsec_[0-9A-Za-z+/=]{16,}|[rs]k_(?:test|live)_\w+/g;
const passwordFields = /"(?:\w*[pP]assword|secret|token)"\s*:\s*"((?:[^"\\]|\\.)+)"/g;

/** Records every secret of a text, as a body or what a command prints. */
export function recordSecretsIn(text: string): void {
  recordSecret(...(text.match(ours) ?? []));
  for (const [, secret] of text.matchAll(passwordFields)) recordSecret(secret);
}

/** Records what a request carries that no log may hold: keys, cookies, tokens, passwords and where it came from. */
export function recordRequest(headers: Record<string, string>, body: unknown): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === "x-api-key" || name === "authorization" || name === "stripe-signature") recordSecret(value);
    if (name === "cookie") recordCookies(value.split(";"));
    if (name === "x-forwarded-for") recordVisitors(value.split(","));
  }
  if (typeof body === "string") recordSecretsIn(body);
  else if (body !== undefined && !(body instanceof Uint8Array)) recordSecretsIn(JSON.stringify(body) ?? "");
}

/** Not this machine's own address, at which the database of the tests is, and which logs may name. */
function recordVisitors(told: string[]): void {
  const addresses = told.map((address) => address.trim()).filter((address) => isIP(address));
  recordSecret(...addresses.filter((address) => !address.startsWith("127.")));
}

export function recordAnswer(headers: Headers, text: string): void {
  recordCookies(headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]!));
  // A file that was sent holds no secret of ours, and may be large.
  if (headers.get("content-type")?.startsWith("application/json")) recordSecretsIn(text.slice(0, 100_000));
}

/** As the cookie has it, and the token in it, which the database knows. */
function recordCookies(pairs: string[]): void {
  for (const pair of pairs) {
    const value = pair.slice(pair.indexOf("=") + 1).trim();
    recordSecret(value, value.split(".", 1)[0]);
  }
}
