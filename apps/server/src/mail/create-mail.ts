import type { Logger } from "pino";
import { createLogMail } from "./log-mail.js";
import type { Mail } from "./mail.js";
import { createSmtpMail } from "./smtp-mail.js";

export interface MailOptions {
  /** Where mail goes. Without it, mail is written to the log. */
  smtpUrl: string | undefined;
  origin: string;
  log: Pick<Logger, "info" | "warn" | "error">;
}

export function createMail({ smtpUrl, origin, log }: MailOptions): Mail {
  if (!smtpUrl) return createLogMail(log);
  return createSmtpMail({ url: smtpUrl, from: `Lintel <lintel@${new URL(origin).hostname}>`, log });
}
