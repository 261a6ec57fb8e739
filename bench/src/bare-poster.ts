import { Agent } from "undici";

/*
 * The limit: undici in a loop and nothing else. It is told over its standard input what to post, as one line of JSON,
 * `{"url", "headers", "body", "count", "connections"}`, and answers with the seconds that it took.
 */

interface Told {
  url: string;
  headers: Record<string, string>;
  body: string;
  count: number;
  connections: number;
}

const agent = new Agent();

async function post({ url, headers, body, count, connections }: Told): Promise<number> {
  const { origin, pathname: path } = new URL(url);
  let left = count;
  async function loop(): Promise<void> {
    while (left-- > 0) {
      const answer = await agent.request({ origin, path, method: "POST", headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}`);
    }
  }
  const since = performance.now();
  await Promise.all(Array.from({ length: connections }, loop));
  return (performance.now() - since) / 1_000;
}

let text = "";
for await (const chunk of process.stdin) {
  text += String(chunk);
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
    const told = JSON.parse(text.slice(0, end)) as Told;
    text = text.slice(end + 1);
    process.stdout.write(`${JSON.stringify({ seconds: await post(told) })}\n`);
  }
}
process.exit(0);
