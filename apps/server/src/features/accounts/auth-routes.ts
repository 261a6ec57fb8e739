import { personNameSchema } from "@lintel/contract/management";
import { z } from "zod";

const email = z.email("An e-mail address, as `ada@example.com`.").max(254, "At most 254 characters.");

/** What better-auth is told as well; checked here so that a refusal names the field. */
export const passwordLength = { minimum: 10, maximum: 128 };

const newPassword = z
  .string()
  .min(passwordLength.minimum, `At least ${passwordLength.minimum} characters.`)
  .max(passwordLength.maximum, `At most ${passwordLength.maximum} characters.`);

/**
 * Clients of better-auth send addresses to return to. The service redirects nobody, so they are checked and
 * dropped: a path of this origin passes, anything that could lead elsewhere is refused.
 */
const returnPath = z
  .string()
  .max(2048, "At most 2048 characters.")
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, "A path of this service, as `/entries`.")
  .refine((path) => !/^[^?#]*%(?:2f|5c)/i.test(path), "A path without encoded slashes.")
  .optional()
  .transform(() => undefined);

interface AuthRoute {
  /** Absent where the request carries no body. */
  body?: z.ZodType<Record<string, unknown>>;
  /** What better-auth gets beside the body, whatever the client sent. */
  always?: Record<string, unknown>;
  /** Held back so that the time to answer does not tell whether an account exists. */
  steady?: true;
  perMinute?: number;
}

/**
 * The part of better-auth that is served, by method and path below `/api/auth`. What is not listed is not there:
 * an upgrade of the library cannot open a door that nobody looked at.
 */
export const authRoutes = {
  "POST /sign-up/email": {
    body: z.object({ name: personNameSchema, email, password: newPassword, callbackURL: returnPath }),
    steady: true,
    perMinute: 30,
  },
  "POST /sign-in/email": {
    body: z.object({
      email,
      password: z.string().max(passwordLength.maximum, `At most ${passwordLength.maximum} characters.`),
      rememberMe: z.boolean().optional(),
      callbackURL: returnPath,
    }),
    steady: true,
    perMinute: 30,
  },
  "POST /sign-out": { body: z.object({ callbackURL: returnPath }) },
  "GET /get-session": {},
  "POST /request-password-reset": {
    body: z.object({ email, redirectTo: returnPath }),
    steady: true,
    perMinute: 10,
  },
  "POST /reset-password": {
    body: z.object({ token: z.string().max(200), newPassword }),
    perMinute: 10,
  },
  "POST /change-password": {
    body: z.object({ currentPassword: z.string().max(passwordLength.maximum), newPassword }),
    always: { revokeOtherSessions: true },
    perMinute: 10,
  },
} satisfies Record<string, AuthRoute>;

export function findAuthRoute(method: string, path: string): AuthRoute | undefined {
  const key = `${method} ${path}`;
  return Object.hasOwn(authRoutes, key) ? authRoutes[key as keyof typeof authRoutes] : undefined;
}

/** The methods that a path takes: none for a path that is not there. */
export function methodsOf(path: string): string[] {
  return Object.keys(authRoutes)
    .map((key) => key.split(" ") as [method: string, path: string])
    .filter(([, known]) => known === path)
    .map(([method]) => method);
}
