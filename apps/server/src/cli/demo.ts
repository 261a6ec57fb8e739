import { loadSample } from "./seed.js";
import { serveWith } from "./serve.js";

export async function demo(): Promise<void> {
  await serveWith(async ({ services, origin }) => {
    const { apiKey, user } = await loadSample(services);
    return `
Lintel serves the sample workspace at ${origin}

  Sign in     ${user.email}
  Password    ${user.password}
  API key     ${apiKey}
  API docs    ${origin}/docs

Read two posts:

  curl -H 'x-api-key: ${apiKey}' '${origin}/api/v1/content/posts?limit=2'

Ctrl-C stops it. The data stays in ${services.dataFolder}.
`;
  });
}
