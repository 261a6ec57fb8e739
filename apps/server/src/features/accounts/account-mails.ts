import type { Mail } from "../../mail/mail.js";

interface Addressee {
  name: string;
  email: string;
}

export function mailPasswordReset(mail: Mail, origin: string, to: Addressee, token: string): void {
  mail.send({
    to: to.email,
    subject: "Choose a new password",
    text: [
      `Hello ${to.name},`,
      "to choose a new password for Lintel, open this address within an hour:",
      `${origin}/reset-password/${token}`,
      "All your sessions end when the password changes. If you did not ask for this, do nothing.",
    ].join("\n\n"),
  });
}

/** The answer on the web must not say that the account exists, so its owner is told here. */
export function mailSignUpOfKnownAddress(mail: Mail, origin: string, to: Addressee): void {
  mail.send({
    to: to.email,
    subject: "You already have an account",
    text: [
      `Hello ${to.name},`,
      `someone, probably you, tried to sign up to Lintel with this address. You have an account already: sign in at ${origin}, or choose a new password there.`,
      "If it was not you, do nothing: nothing was changed.",
    ].join("\n\n"),
  });
}
