import { webhookEvents } from "../../packages/contract/src/index.js";
import { fixed, inTurns, milliseconds, type Row, whole } from "./measure.js";
import { type Child, cores, lineOf, root, start, startTypescript, stop } from "./processes.js";
import { openServiceWith, type Service } from "./service.js";

/** Four organizations with an endpoint each, so that nobody's fair share is the limit. */
const organizations = 4;
/** As many as the four have in flight when their receiver is quick. */
const connections = 128;

/**
 * Webhooks from the commit of their events: each is fanned out, signed, sent, and its attempt recorded. Against
 * undici in a loop that posts the same bytes to the same receiver.
 */
export async function measureDeliveries(): Promise<Row> {
  const service = await openServiceWith();
  const receiver = startTypescript("receiver.ts", cores.load);
  const { port } = JSON.parse(await lineOf(receiver, /^\{/)) as { port: number };
  const url = `http://127.0.0.1:${port}/`;
  const ids = await makeEndpoints(service, url);
  const emitter = start(
    [
      ...[process.execPath, "--import", "tsx", `${root}bench/src/emit-events.ts`],
      ...[service.dataFolder, url, ...ids],
    ],
    { core: cores.load },
  );
  await lineOf(emitter, /^ready/);
  const poster = startTypescript("bare-poster.ts", cores.server);
  // About as many as a round takes.
  const each = Math.max(250, Math.round(milliseconds / 2));
  const count = each * organizations;
  const perSecond = async (child: Child, told: string): Promise<number> => {
    const line = lineOf(child, /^\{.*\}$/);
    child.stdin.write(`${told}\n`);
    const { seconds } = JSON.parse(await line) as { seconds: number };
    return count / seconds;
  };
  const bare = JSON.stringify({ url, ...request(), count, connections });
  // Once for nothing: code is compiled, connections are made.
  await perSecond(emitter, String(each));
  await perSecond(poster, bare);
  try {
    const { one, other, ratio, spread } = await inTurns(
      () => perSecond(emitter, String(each)),
      () => perSecond(poster, bare),
    );
    return {
      figure: `webhook deliveries, ${whole(request().body.length)} bytes, each attempt recorded: share of a bare undici loop posting the same bytes`,
      must: "0.30",
      aim: "0.60",
      measured: `${fixed(ratio)} (${fixed(spread[0])} to ${fixed(spread[1])}; ${whole(one)} a second against ${whole(other)})`,
      isReached: ratio >= 0.3,
    };
  } finally {
    for (const child of [emitter, poster, receiver]) child.stdin.end();
    await stop(receiver);
    await service.close();
  }
}

async function makeEndpoints(service: Service, url: string): Promise<string[]> {
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/studio/v1/organizations${path}`, {
      method: "POST",
      headers: service.person,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const ids: string[] = [];
  for (let number = 1; number <= organizations; number++) {
    const { organization } = await post<{ organization: { id: string } }>("", { name: `Receiver ${number}` });
    await post(`/${organization.id}/webhooks`, { url, events: ["entry.updated"] });
    ids.push(organization.id);
  }
  return ids;
}

/** The bytes of one delivery. */
function request(): { headers: Record<string, string>; body: string } {
  return {
    headers: {
      "content-type": "application/json",
      "user-agent": "Lintel/0.1.0",
      "webhook-id": "evt_01kb1m3v9rf0wbq7t8x2c4d5e6",
      "webhook-timestamp": "1772616600",
      "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    },
    body: JSON.stringify({
      type: "entry.updated",
      timestamp: "2026-03-04T09:30:00.000Z",
      data: webhookEvents["entry.updated"].example,
    }),
  };
}
