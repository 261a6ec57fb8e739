import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import pino from "pino";
import { afterEach, expect, test } from "vitest";
import { quiet } from "../testing/quiet-log.js";
import { waitUntil } from "../testing/wait-until.js";
import { createMail } from "./create-mail.js";
import { createSmtpMail } from "./smtp-mail.js";

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

interface Received {
  from: string;
  to: string[];
  data: string;
}

/** As much of a mail server as a client needs. It refuses the first few messages with a passing failure. */
async function startMailServer(failures = 0) {
  const received: Received[] = [];
  let left = failures;
  const serve = (socket: Socket) => {
    let envelope: Received = { from: "", to: [], data: "" };
    let inData = false;
    let rest = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 test");
    const take = (line: string) => {
      if (inData) {
        if (line !== ".") envelope.data += `${line}\n`;
        else {
          inData = false;
          received.push(envelope);
          envelope = { from: "", to: [], data: "" };
          say("250 taken");
        }
      } else if (/^EHLO/i.test(line)) say("250 test");
      else if (/^MAIL FROM/i.test(line)) {
        envelope.from = line;
        say(left-- > 0 ? "451 not now" : "250 ok");
      } else if (/^RCPT TO/i.test(line)) {
        envelope.to.push(line);
        say("250 ok");
      } else if (/^DATA/i.test(line)) {
        inData = true;
        say("354 go on");
      } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
      else say("250 ok");
    };
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) take(line);
    });
  };
  const started = createServer(serve);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return { received, url: `smtp://127.0.0.1:${(started.address() as AddressInfo).port}` };
}

const message = { to: "ada@example.test", subject: "Häj", text: "Open https://lintel.test/invitations/x" };

test("a mail goes to the server of SMTP_URL, from the origin's host", async () => {
  const { received, url } = await startMailServer();
  const mail = createMail({ smtpUrl: url, origin: "https://content.example.com", log: quiet });
  mail.send(message);
  await mail.close();
  expect(received).toHaveLength(1);
  expect(received[0]?.from).toMatch(/^MAIL FROM:<lintel@content\.example\.com>/);
  expect(received[0]?.to).toEqual(["RCPT TO:<ada@example.test>"]);
  expect(received[0]?.data).toContain("Open https://lintel.test/invitations/x");
});

test("`from` in the URL says whom mail comes from", async () => {
  const { received, url } = await startMailServer();
  const smtpUrl = `${url}/?from=${encodeURIComponent("Team <team@example.com>")}`;
  const mail = createMail({ smtpUrl, origin: "https://content.example.com", log: quiet });
  mail.send(message);
  await mail.close();
  expect(received[0]?.from).toMatch(/^MAIL FROM:<team@example\.com>/);
  expect(received[0]?.data).toMatch(/^From: Team <team@example\.com>$/m);
});

test("a mail that the server puts off is sent again", async () => {
  const { received, url } = await startMailServer(2);
  const mail = createSmtpMail({ url, from: "a@example.test", log: quiet, retryMilliseconds: [1, 1, 1] });
  mail.send(message);
  await waitUntil(() => received.length === 1);
  await mail.close();
});

test("a mail that cannot be sent is given up in the log, without its text and without failing anybody", async () => {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
  const mail = createSmtpMail({
    url: "smtp://127.0.0.1:1",
    from: "a@example.test",
    log,
    retryMilliseconds: [1],
  });
  mail.send(message);
  await waitUntil(() => lines.some((line) => line.includes("given up")));
  await mail.close();
  expect(lines).toHaveLength(2);
  expect(lines.join("")).toContain("ada@example.test");
  expect(lines.join("")).not.toContain("/invitations/x");
});

test("closing does not wait out the pauses between attempts", async () => {
  const { received, url } = await startMailServer(1);
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  const mail = createSmtpMail({ url, from: "a@example.test", log, retryMilliseconds: [3_600_000] });
  mail.send(message);
  await waitUntil(() => lines.length === 1);
  await mail.close();
  expect(received).toHaveLength(1);
});

test("trust 14: no header can be smuggled into a mail by its subject", async () => {
  const { received, url } = await startMailServer();
  const mail = createSmtpMail({ url, from: "a@example.test", log: quiet });
  mail.send({ ...message, subject: "Hello\r\nBcc: evil@example.test" });
  await mail.close();
  expect(received[0]?.to).toEqual(["RCPT TO:<ada@example.test>"]);
  expect(received[0]?.data).not.toMatch(/^Bcc:/im);
});

test("without SMTP_URL the mail is in the log, its link included, as one line", async () => {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
  const mail = createMail({ smtpUrl: undefined, origin: "http://localhost:4000", log });
  mail.send({ ...message, text: "First\nOpen http://localhost:4000/invitations/x" });
  await mail.close();
  expect(lines).toHaveLength(1);
  expect(lines[0]!.trimEnd()).not.toContain("\n");
  expect(JSON.parse(lines[0]!)).toMatchObject({ to: "ada@example.test" });
  expect(lines[0]).toContain("http://localhost:4000/invitations/x");
});
