import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** The ids of events that came, in their order, repeated where they came more than once. */
  ids(): string[];
  close(): Promise<void>;
}

/** How a receiver answers: a status, or whatever it does with the response. */
export type WebhookAnswer = (request: ReceivedWebhook, res: ServerResponse) => number | undefined;

/** Somebody who receives webhooks: a server that keeps what it got and answers as it is told. */
export async function startWebhookReceiver(answer: WebhookAnswer = () => 200): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => void chunks.push(chunk));
    req.on("end", () => {
      const request = {
        path: req.url ?? "",
        headers: req.headers,
        body: Buffer.concat(chunks).toString("utf8"),
        at: Date.now(),
      };
      received.push(request);
      const status = answer(request, res);
      if (status !== undefined) res.writeHead(status).end(status === 200 ? "" : "no");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    ids: () => received.map(({ headers }) => String(headers["webhook-id"])),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
