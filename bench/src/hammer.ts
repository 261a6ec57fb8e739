import { connect, type Socket } from "node:net";

/*
 * Sends requests over kept connections as fast as answers come, one at a time on each. It reads no more of an answer
 * than its length, so that the server under test is what is measured. Run as a process of its own: reads an order as
 * JSON from its first argument and writes what it counted as JSON.
 */

export interface Order {
  port: number;
  /** `{n}` in it becomes another number each time. */
  path: string;
  headers: Record<string, string>;
  method?: string;
  body?: string;
  connections: number;
  milliseconds: number;
  /** What every answer has to be. */
  status: number;
  /** Where `{n}` begins. */
  from?: number;
}

export interface Count {
  answers: number;
  perSecond: number;
  /** Of one answer, headers included. */
  bytes: number;
  medianMilliseconds: number;
  wrong: string | null;
}

const headEnd = Buffer.from("\r\n\r\n");

export function hammer(order: Order): Promise<Count> {
  const { path, headers, method = "GET", body = "", connections, milliseconds, port, status } = order;
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const changes = `${path}${body}`.includes("{n}");
  let number = order.from ?? 0;
  const write = (): Buffer => {
    number += 1;
    const sent = body.replaceAll("{n}", String(number));
    const length = body ? `content-length: ${Buffer.byteLength(sent)}\r\n` : "";
    return Buffer.from(
      `${method} ${path.replaceAll("{n}", String(number))} HTTP/1.1\r\n${lines.join("")}${length}\r\n${sent}`,
    );
  };
  const once = write();
  const times: number[] = [];
  let answers = 0;
  let bytes = 0;
  let wrong: string | null = null;

  return new Promise((resolve) => {
    const startedAt = performance.now();
    const endsAt = startedAt + milliseconds;
    let open = connections;
    const close = (socket: Socket): void => {
      socket.destroy();
      open -= 1;
      if (open > 0) return;
      const seconds = (performance.now() - startedAt) / 1_000;
      times.sort((a, b) => a - b);
      const medianMilliseconds = times[times.length >> 1] ?? 0;
      resolve({ answers, perSecond: answers / seconds, bytes, medianMilliseconds, wrong });
    };
    for (let at = 0; at < connections; at++) {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      let sentAt = 0;
      let missing = -1;
      let early: Buffer | undefined;
      const ask = (): void => {
        sentAt = performance.now();
        missing = -1;
        socket.write(changes ? write() : once);
      };
      const answered = (): void => {
        answers += 1;
        if (answers % 8 === 0) times.push(performance.now() - sentAt);
        if (performance.now() >= endsAt || wrong) close(socket);
        else ask();
      };
      socket.on("connect", ask);
      socket.on("error", (error) => {
        wrong = error.message;
        close(socket);
      });
      socket.on("data", (chunk) => {
        if (missing < 0) {
          const head = early ? Buffer.concat([early, chunk]) : chunk;
          const end = head.indexOf(headEnd);
          if (end < 0) {
            early = head;
            return;
          }
          early = undefined;
          const text = head.toString("latin1", 0, end).toLowerCase();
          if (!text.startsWith(`http/1.1 ${status}`)) {
            wrong = `${head.toString("utf8", 0, 600)}`;
            return close(socket);
          }
          const length = Number(/\r\ncontent-length: (\d+)/.exec(text)?.[1] ?? 0);
          bytes = end + 4 + length;
          missing = bytes - head.length;
        } else {
          missing -= chunk.length;
        }
        if (missing === 0) answered();
      });
    }
  });
}

const given = process.argv[2];
if (given?.startsWith("{")) process.stdout.write(JSON.stringify(await hammer(JSON.parse(given) as Order)));
