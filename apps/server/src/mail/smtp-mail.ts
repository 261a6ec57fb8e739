import { setTimeout as wait } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Mail, MailMessage } from "./mail.js";

export interface SmtpMailOptions {
  /** As `smtp://user:password@mail.example.com:587`; `smtps:` for TLS from the first byte. */
  url: string;
  /** Whom mail comes from, where the URL does not say it by `?from=`. */
  from: string;
  log: Pick<Logger, "error" | "warn">;
  /** How long to wait before each further attempt. */
  retryMilliseconds?: readonly number[];
}

export function createSmtpMail(options: SmtpMailOptions): Mail {
  const { log, retryMilliseconds = [1_000, 10_000, 60_000] } = options;
  const url = new URL(options.url);
  const from = url.searchParams.get("from") ?? options.from;
  url.searchParams.delete("from");
  const transport = createTransport(
    { url: url.href, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  const closing = new AbortController();
  const sending = new Set<Promise<void>>();

  async function deliver(message: MailMessage): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await transport.sendMail(message);
        return;
      } catch (error) {
        const pause = retryMilliseconds[attempt];
        const mail = { to: message.to, subject: message.subject };
        if (pause === undefined || closing.signal.aborted) {
          log.error({ err: error, mail }, "A mail could not be sent and is given up. Check SMTP_URL.");
          return;
        }
        log.warn({ err: error, mail }, "A mail could not be sent; it is tried again.");
        // Closing ends the pause: what is left gets one more attempt and no further ones.
        await wait(pause, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  return {
    send(message) {
      const delivery = deliver(message).finally(() => sending.delete(delivery));
      sending.add(delivery);
    },
    async close() {
      closing.abort();
      await Promise.all(sending);
      transport.close();
    },
  };
}
