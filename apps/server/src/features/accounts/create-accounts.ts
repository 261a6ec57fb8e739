import type { IncomingMessage, ServerResponse } from "node:http";
import type { UserId } from "@lintel/contract";
import type { Logger } from "pino";
import { conflict } from "../../api/api-error.js";
import type { Database } from "../../db/database.js";
import type { Mail } from "../../mail/mail.js";
import { createAuthHandler } from "./auth-handler.js";
import { createAuthInstance } from "./auth-instance.js";
import { refuseCrossSite } from "./cross-site.js";
import { readSessionToken } from "./session-cookie.js";
import {
  findPasswordHash,
  findPersonByEmail,
  findPersonBySession,
  insertPerson,
  type Person,
} from "./store.js";
import { trustedOriginsOf } from "./trusted-origins.js";

export type { Person } from "./store.js";

export interface AccountsOptions {
  database: Database;
  /** The deployment's origin, as `https://content.example.com`. */
  origin: string;
  /** Signs sessions' cookies: at least 32 random characters, the same in every process. */
  secret: string;
  mail: Mail;
  log: Pick<Logger, "error">;
  /** Where a request comes from, for limits an address. The connection's own address when absent. */
  clientAddress?: (req: IncomingMessage) => string;
  /** Off only where many people share one address by design, as in tests. */
  rateLimit?: boolean;
}

export interface Accounts {
  /** Serves `/api/auth/*`. Rejects with an `ApiError` where it refuses. */
  handler(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /**
   * The person whose session the request carries, or null. Rejects with `FORBIDDEN` where another site made the
   * browser send a changing request with it.
   */
  findUser(req: IncomingMessage): Promise<Person | null>;
  findUserByEmail(email: string): Promise<Person | null>;
  /** Makes an account without a session, as the seed does. Rejects with `CONFLICT` where the address has one. */
  createUser(input: { name: string; email: string; password: string }): Promise<Person>;
  /** Whether this is the password that the person signs in with. */
  hasPassword(userId: UserId, password: string): Promise<boolean>;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { database, origin, secret, mail, log, rateLimit = true } = options;
  const clientAddress = options.clientAddress ?? ((req) => req.socket.remoteAddress ?? "");
  const trustedOrigins = trustedOriginsOf(origin);
  const auth = createAuthInstance({ database, origin, trustedOrigins, secret, mail, log, rateLimit });

  return {
    handler: createAuthHandler({ auth, database, origin, trustedOrigins, clientAddress }),

    async findUser(req) {
      const { authCookies } = await auth.$context;
      const token = readSessionToken(req.headers.cookie, authCookies.sessionToken.name, secret);
      if (!token) return null;
      const person = await findPersonBySession(database, token);
      if (person) refuseCrossSite(req, trustedOrigins);
      return person;
    },

    findUserByEmail: (email) => findPersonByEmail(database, email),

    async hasPassword(userId, password) {
      const hash = await findPasswordHash(database, userId);
      const { password: passwords } = await auth.$context;
      return hash !== null && (await passwords.verify({ hash, password }));
    },

    async createUser({ name, email, password }) {
      const { password: passwords } = await auth.$context;
      const passwordHash = await passwords.hash(password);
      const person = await insertPerson(database, { name, email, passwordHash });
      if (!person)
        throw conflict(`"${email}" has an account already. Sign in with it, or take another address.`);
      return person;
    },
  };
}
