import { users } from "../db/schema/index.js";
import type { Service } from "../main.js";

/** What an operator reads first: where it runs, and on an empty deployment what to do next. */
export async function greeting({ origin, services }: Service): Promise<string> {
  const running = `
Lintel runs at ${origin}

  API         ${origin}/api/v1
  API docs    ${origin}/docs
`;
  const [someone] = await services.database.select({ id: users.id }).from(users).limit(1);
  if (someone) return running;
  return `${running}
Nobody has an account yet. Make the first one:

  curl '${origin}/api/auth/sign-up/email' -H 'content-type: application/json' \\
    -d '{"name":"Ada Byron","email":"ada@example.org","password":"ten characters or more"}'

Or load a sample workspace with content, an account and an API key, in another terminal:

  npx lintel seed
`;
}
