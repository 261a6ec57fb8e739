import type { Logger } from "pino";
import type { Mail } from "./mail.js";

/** Writes mail to the log, for a service without a mail server: its operator finds the links there. */
export function createLogMail(log: Pick<Logger, "info">): Mail {
  return {
    send({ to, subject, text }) {
      log.info({ to, subject, text }, `No SMTP_URL is set, so this mail to ${to} was written here:\n${text}`);
    },
    close: async () => {},
  };
}
