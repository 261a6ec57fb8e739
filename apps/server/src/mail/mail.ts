export interface MailMessage {
  to: string;
  subject: string;
  text: string;
}

/**
 * Carries mail. Nobody waits for it: how long a mail takes must not show in an answer, and one that cannot be
 * carried is reported in the log.
 */
export interface Mail {
  send(message: MailMessage): void;
  /** Waits for what was handed over. */
  close(): Promise<void>;
}
