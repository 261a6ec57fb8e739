import { type Config, readConfig } from "../config.js";
import { loadWorkspace, type SampleWorkspace } from "../features/seed/load-workspace.js";
import { openLog } from "../http/open-log.js";
import { openServices, type Services } from "../services.js";

export async function seed(options: { json?: boolean }): Promise<void> {
  const config = readConfig();
  const origin = originOf(config);
  const { log, flush } = openLog(config.logLevel);
  const services = await openServices({ config, origin, log });
  try {
    const workspace = await loadSample(services);
    console.log(options.json ? JSON.stringify({ ...workspace, origin }) : describe(workspace, origin));
  } finally {
    await services.close();
    flush();
  }
}

export function loadSample(services: Services): Promise<SampleWorkspace> {
  const { assets, accounts, secret } = services;
  return loadWorkspace({ ...assets, assets, accounts, secret });
}

const originOf = ({ origin, port }: Config): string => origin ?? `http://localhost:${port}`;

function describe({ organization, apiKey, user }: SampleWorkspace, origin: string): string {
  return `The sample workspace "${organization.slug}" is loaded.

  Sign in     ${user.email}
  Password    ${user.password}
  API key     ${apiKey}

Start the service with \`npm start\` and read it:

  curl -H 'x-api-key: ${apiKey}' '${origin}/api/v1/content/posts?limit=2'
`;
}
