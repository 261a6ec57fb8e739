import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Runs of letters and digits that hardly any other text holds. */
const telling = /[0-9A-Za-z]{8,}/g;
/** A query string, wherever it stands in a line. */
const queryString = /\?[\w.[\]%-]+=/;

/** Reads what a test run logged, and says in which lines something stands that no log may hold. */
export async function findLeaks(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const read = async (kind: string) => {
    const texts = names
      .filter((name) => name.endsWith(kind))
      .map((name) => readFile(join(folder, name), "utf8"));
    return (await Promise.all(texts)).flatMap((text) => text.split("\n").filter(Boolean));
  };
  const secrets = new Set((await read(".secrets")).map((line) => String(JSON.parse(line))));
  return leaksIn(await read(".log"), secrets);
}

/**
 * A secret is looked up by its longest run of letters and digits, so that thousands of secrets cost one pass over
 * millions of lines.
 */
export function leaksIn(lines: readonly string[], secrets: Iterable<string>): string[] {
  const byRun = new Map<string, string[]>();
  const withoutRun: string[] = [];
  for (const secret of secrets) {
    const [run] = (secret.match(telling) ?? []).sort((a, b) => b.length - a.length);
    if (run) byRun.set(run, [...(byRun.get(run) ?? []), secret]);
    else withoutRun.push(secret);
  }
  const leaks: string[] = [];
  for (const line of lines) {
    if (isMail(line)) continue;
    const found = withoutRun.find((secret) => line.includes(secret)) ?? findByRun(line, byRun);
    if (found !== undefined)
      leaks.push(`${found.slice(0, 4)}… stands in: ${line.replaceAll(found, "<secret>")}`);
    if (queryString.test(line)) leaks.push(`A query string stands in: ${line}`);
  }
  return leaks;
}

/** Where no mail server is set, mail is written to the log on purpose, with the links that it carries. */
const isMail = (line: string): boolean => line.includes('"msg":"No SMTP_URL is set, so this mail to ');

function findByRun(line: string, byRun: Map<string, string[]>): string | undefined {
  for (const [run] of line.matchAll(telling)) {
    const found = byRun.get(run)?.find((secret) => line.includes(secret));
    if (found !== undefined) return found;
  }
  return undefined;
}
