import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Child, cores, lineOf, root, start, stop } from "./processes.js";

const lintel = [process.execPath, join(root, "apps/server/bin/lintel.js")];

export interface Service {
  port: number;
  pid: number;
  dataFolder: string;
  organization: string;
  /** What the loading script said at its end. */
  loaded: string;
  /** For the public API. */
  key: Record<string, string>;
  /** For the management API. */
  person: Record<string, string>;
  get(path: string): Promise<Response>;
  manage(method: string, path: string, body?: unknown): Promise<Response>;
  close(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

export const newDataFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "lintel-bench-"));

export const environment = (dataFolder: string, port: number): Record<string, string> => ({
  LINTEL_DATA: dataFolder,
  PORT: String(port),
  LINTEL_ORIGIN: `http://127.0.0.1:${port}`,
  NODE_ENV: "production",
  // One key sends what many do elsewhere.
  LINTEL_INGEST_PER_MINUTE: "1000000",
  // Webhooks go to a receiver on this machine.
  LINTEL_ALLOW_PRIVATE_WEBHOOKS: "1",
});

/** Starts the service as an operator does, and waits for its first answer. */
export async function serve(dataFolder: string, port: number): Promise<Child> {
  // With its log line a request, and without the disk that would keep it.
  const log = openSync("/dev/null", "w");
  const child = start([...lintel, "serve"], { env: environment(dataFolder, port), log });
  closeSync(log);
  child.stdout.resume();
  await firstAnswer(child, port);
  return child;
}

export async function firstAnswer(child: Child, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`The service ended with ${child.exitCode} before it answered.`);
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A service with the sample workspace and, in the same organization, the data of `load-data.ts`. */
export const openLoadedService = (): Promise<Service> => openServiceWith("load-data.ts");

/** A service with the sample workspace and what a script loads beside it, given folder, organization and e-mail. */
export async function openServiceWith(script?: string): Promise<Service> {
  const dataFolder = await newDataFolder();
  const port = await freePort();
  const seeding = start([...lintel, "seed", "--json"], { env: environment(dataFolder, port) });
  const seed = JSON.parse(await lineOf(seeding, /^\{/)) as {
    organization: { id: string };
    apiKey: string;
    user: { email: string; password: string };
  };
  if (seeding.exitCode === null) await once(seeding, "exit");
  const child = await serve(dataFolder, port);
  const base = `http://127.0.0.1:${port}`;
  const load = async (file: string): Promise<string> => {
    const path = new URL(file, import.meta.url).pathname;
    const target = [dataFolder, seed.organization.id, seed.user.email];
    const loader = start([process.execPath, "--import", "tsx", path, ...target], { core: cores.load });
    return await lineOf(loader, /^loaded/);
  };
  const loaded = script === undefined ? "" : await load(script);

  const signedIn = await fetch(`${base}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: base },
    body: JSON.stringify({ email: seed.user.email, password: seed.user.password }),
  });
  if (!signedIn.ok) throw new Error(`Signing in: ${signedIn.status} ${await signedIn.text()}`);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const key = { "x-api-key": seed.apiKey };
  const person = { cookie, origin: base, "content-type": "application/json" };
  return {
    port,
    pid: child.pid ?? 0,
    dataFolder,
    organization: seed.organization.id,
    loaded,
    key,
    person,
    get: (path) => fetch(`${base}/api/v1${path}`, { headers: key }),
    async manage(method, path, body) {
      const answer = await fetch(`${base}/api/studio/v1/organizations/${seed.organization.id}${path}`, {
        method,
        headers: person,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    },
    async close() {
      await stop(child);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export { lintel };
