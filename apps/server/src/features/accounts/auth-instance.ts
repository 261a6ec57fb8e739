import { randomUUID } from "node:crypto";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { accounts, sessions, users, verifications } from "../../db/schema/index.js";
import type { Mail } from "../../mail/mail.js";
import { mailPasswordReset, mailSignUpOfKnownAddress } from "./account-mails.js";
import { authRoutes, passwordLength } from "./auth-routes.js";

export const authBasePath = "/api/auth";

/** Set by our handler from the connection, so that no client can name its own address. */
export const clientAddressHeader = "x-lintel-client-address";

const day = 86_400;

export interface AuthSettings {
  database: Database;
  /** The deployment's origin, as `https://content.example.com`. */
  origin: string;
  trustedOrigins: readonly string[];
  secret: string;
  mail: Mail;
  log: Pick<Logger, "error">;
  rateLimit: boolean;
}

/** What we use of better-auth. */
export interface AuthInstance {
  handler(request: Request): Promise<Response>;
  $context: Promise<{
    authCookies: { sessionToken: { name: string } };
    password: {
      hash(password: string): Promise<string>;
      verify(of: { hash: string; password: string }): Promise<boolean>;
    };
  }>;
}

export function createAuthInstance(settings: AuthSettings): AuthInstance {
  const { database, origin, secret, mail, log } = settings;
  return betterAuth({
    appName: "Lintel",
    baseURL: origin,
    basePath: authBasePath,
    // As `secrets`, because a plain `secret` would give way to a variable of the environment.
    secrets: [{ version: 1, value: secret }],
    trustedOrigins: [...settings.trustedOrigins],
    database: drizzleAdapter(database, {
      provider: "pg",
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      // Signing up answers the same for a known and an unknown address, and so cannot sign in by itself.
      autoSignIn: false,
      minPasswordLength: passwordLength.minimum,
      maxPasswordLength: passwordLength.maximum,
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mailPasswordReset(mail, origin, user, token),
      onExistingUserSignUp: async ({ user }) => mailSignUpOfKnownAddress(mail, origin, user),
    },
    // A row that is gone is a session that is over: nothing about it is kept in a cookie.
    session: { expiresIn: 30 * day, updateAge: day, cookieCache: { enabled: false } },
    verification: { storeIdentifier: "hashed" },
    rateLimit: {
      enabled: settings.rateLimit,
      storage: "memory",
      window: 60,
      max: 600,
      customRules: limits(),
    },
    advanced: {
      cookiePrefix: "lintel",
      useSecureCookies: origin.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
      database: { generateId: ({ model }) => (model === "user" ? newId("user") : randomUUID()) },
      ipAddress: { ipAddressHeaders: [clientAddressHeader], ipv6Subnet: 64 },
      // Said aloud, because the library drops both checks where it finds itself under test.
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    onAPIError: { throw: true },
    logger: {
      level: "error",
      // The error alone, which the log writes without the values it was about: sessions' tokens are among them.
      log: (_level, message, ...details) =>
        log.error({ err: details.find((detail) => detail instanceof Error) }, message),
    },
    telemetry: { enabled: false },
  });
}

function limits(): Record<string, { window: number; max: number }> {
  return Object.fromEntries(
    Object.entries(authRoutes).flatMap(([route, definition]) =>
      "perMinute" in definition
        ? [[route.slice(route.indexOf("/")), { window: 60, max: definition.perMinute }]]
        : [],
    ),
  );
}
