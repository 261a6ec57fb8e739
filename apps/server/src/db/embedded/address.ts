import { randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
} from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientConfig } from "pg";
import { application, superuser } from "./cluster.js";
import type { Postmaster } from "./postmaster.js";
import { canUseFolder, namesAllowed, type ServerUser } from "./server-user.js";
import type { ServerSettings } from "./settings.js";

/** Where the server listens: a socket only its user and root reach or, on Windows, a loopback port. */
export type Address = { socketFolder: string } | { port: number; password: string };

const socketPort = 5432;
const longestSocketPath = 103;

/** Node has no unix sockets on Windows. */
export const socketsExist = process.platform !== "win32";

export function clientConfig(address: Address, role: string, database: string): ClientConfig {
  // Each of these is spelled out because PGHOST, PGPORT, PGSSLMODE and the like fill in what is left open.
  const place =
    "socketFolder" in address
      ? { host: address.socketFolder, port: socketPort, password: "" }
      : { host: "127.0.0.1", port: address.port, password: address.password };
  return { ...place, user: role, database, ssl: false, application_name: "lintel" };
}

export function connectionString(address: Address, role: string, database: string): string {
  if (!("socketFolder" in address)) {
    return `postgres://${role}:${address.password}@127.0.0.1:${address.port}/${database}?sslmode=disable`;
  }
  const folder = encodeURIComponent(address.socketFolder);
  return `postgres://${role}@/${database}?host=${folder}&port=${socketPort}&sslmode=disable`;
}

export function listenSettings(address: Address): ServerSettings {
  return "socketFolder" in address
    ? {
        listen_addresses: "",
        unix_socket_directories: address.socketFolder,
        unix_socket_permissions: "0700",
        port: String(socketPort),
      }
    : { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(address.port) };
}

/** The folder is new each time and not guessable, so that nobody can have made it before us. */
export async function newSocketFolder(user: ServerUser | undefined): Promise<string> {
  for (const parent of new Set([tmpdir(), "/tmp"])) {
    const prefix = join(parent, "lintel-");
    if (`${prefix}XXXXXX/.s.PGSQL.${socketPort}.lock`.length > longestSocketPath) continue;
    const folder = await mkdtemp(prefix).catch(() => undefined);
    if (!folder) continue;
    if (user) await chown(folder, user.uid, user.gid);
    if (!user || (await canUseFolder(folder, user))) return folder;
    await rmdir(folder);
  }
  throw new Error(
    `PostgreSQL's socket needs a folder with a short path that its user can reach; neither ${tmpdir()} nor /tmp is one. ` +
      "Set TMPDIR to such a folder.",
  );
}

/**
 * Prepares the folder of a server that died for the next one, since connections of ours know no other place.
 * False when it is not safe to: somebody else's by now, or a server listens there.
 */
export async function restoreSocketFolder(folder: string, user: ServerUser | undefined): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).then(
    () => (user ? chown(folder, user.uid, user.gid) : undefined),
    () => undefined,
  );
  const found = await lstat(folder).catch(() => undefined);
  const owner = user?.uid ?? process.getuid?.();
  if (!found?.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) return false;
  const socket = join(folder, `.s.PGSQL.${socketPort}`);
  if (await listens(socket)) return false;
  await rm(socket, { force: true });
  await rm(`${socket}.lock`, { force: true });
  return true;
}

const listens = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const bound = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (bound === null || typeof bound === "string") throw new Error("No free port on 127.0.0.1.");
  return bound.port;
}

export async function addressOf(
  { socketFolder, port }: Postmaster,
  place: { homeFolder: string; sockets: boolean },
): Promise<Address | undefined> {
  if (place.sockets) return socketFolder ? { socketFolder } : undefined;
  return port ? { port, password: await readPassword(place.homeFolder) } : undefined;
}

const passwordFile = (homeFolder: string): string => join(homeFolder, "password");

const readPassword = async (homeFolder: string): Promise<string> =>
  (await readFile(passwordFile(homeFolder), "utf8")).trim();

/** Made once, before the cluster; `wx` lets one of two processes starting at once make it. */
export async function ensurePassword(
  homeFolder: string,
  user: ServerUser | undefined,
): Promise<{ file: string; password: string }> {
  const file = passwordFile(homeFolder);
  const made = writeFile(file, randomBytes(24).toString("hex"), { flag: "wx", mode: 0o600 });
  await made.catch((reason: NodeJS.ErrnoException) => {
    if (reason.code !== "EEXIST") throw reason;
  });
  if (user) await chown(file, user.uid, user.gid);
  return { file, password: await readPassword(homeFolder) };
}

/** Who may connect as whom. Rewritten before each start, because the names of users can change. */
export async function writeAccessRules(
  cluster: string,
  user: ServerUser | undefined,
  address: Address,
): Promise<void> {
  if ("port" in address) {
    await replaceFile(join(cluster, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n", user);
    return;
  }
  const map = (await namesAllowed(user)).flatMap((name) =>
    [superuser, application].map((role) => `lintel "${name.replaceAll('"', '""')}" ${role}\n`),
  );
  await replaceFile(join(cluster, "pg_hba.conf"), "local all all peer map=lintel\n", user);
  await replaceFile(join(cluster, "pg_ident.conf"), map.join(""), user);
}

async function replaceFile(path: string, content: string, user: ServerUser | undefined): Promise<void> {
  const next = `${path}.${randomBytes(4).toString("hex")}`;
  await writeFile(next, content, { mode: 0o600 });
  if (user) await chown(next, user.uid, user.gid);
  await chmod(next, 0o600);
  await rename(next, path);
}
