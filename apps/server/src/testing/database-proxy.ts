import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A database that a test can take away and give back, with everything that is connected. */
export interface DatabaseProxy {
  databaseUrl: string;
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = targetOf(databaseUrl);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;

  async function restore(): Promise<void> {
    server = createServer((client) => {
      const upstream = connect(target);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on("error", () => {}).once("close", () => sockets.delete(socket));
      }
      client.pipe(upstream).pipe(client);
      client.once("close", () => upstream.destroy());
      upstream.once("close", () => client.destroy());
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  }

  async function cut(): Promise<void> {
    if (!server) return;
    const closed = once(server, "close");
    server.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await restore();
  const { user, database } = target;
  return { databaseUrl: `postgres://${user}@127.0.0.1:${port}/${database}`, cut, restore, close: cut };
}

/** Test databases are reached by a socket's folder or by a host, and `URL` reads none with a user and no host. */
function targetOf(databaseUrl: string) {
  const url = new URL(databaseUrl.replace("@/", "@socket/"));
  const folder = url.searchParams.get("host");
  const port = url.searchParams.get("port") ?? (url.port || "5432");
  const place = folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port: Number(port) };
  const user = url.username + (url.password && `:${url.password}`);
  return { ...place, user, database: url.pathname.slice(1) };
}
