import { setTimeout as delay } from "node:timers/promises";
import {
  type Address,
  addressOf,
  ensurePassword,
  freePort,
  newSocketFolder,
  restoreSocketFolder,
  usesSockets,
} from "./address.js";
import { findPostmaster, readPostmaster, serves } from "./postmaster.js";
import { Presence } from "./presence.js";
import { describeStartFailure, type ServerPlace, type StartingServer, startServer } from "./server.js";

export interface Entered {
  presence: Presence;
  address: Address;
  pid: number;
  /** Whether this process started the server, rather than joined or adopted a running one. */
  started: boolean;
}

const mostStarts = 5;
const silencePatience = 20_000;

/**
 * Comes in to the server that runs on the cluster, or starts one. Of two processes that start one at once,
 * PostgreSQL's own lock on the cluster turns one away, which then joins the other.
 */
export async function enterServer(place: ServerPlace, formerly?: Address): Promise<Entered> {
  for (let starts = 0; starts < mostStarts; ) {
    const running = await findPostmaster(place.cluster);
    if (running) {
      const entered = await join(place, running.pid);
      if (entered) return entered;
      continue;
    }
    starts += 1;
    const address = await chooseAddress(place, formerly);
    const server = await startServer(place, address);
    const entered = await awaitOwn(place, address, server);
    if (entered) return entered;
  }
  throw new Error(
    `The embedded PostgreSQL on ${place.cluster} stopped ${mostStarts} times while starting. See server.log beside it.`,
  );
}

async function join(place: ServerPlace, pid: number): Promise<Entered | undefined> {
  let heard = Date.now();
  while (await serves(pid, place.cluster)) {
    const postmaster = await readPostmaster(place.cluster);
    const address = postmaster?.pid === pid ? await addressOf(postmaster, place.homeFolder) : undefined;
    const arrival = address ? await Presence.enter(address) : ({ refused: "absent" } as const);
    if (address && "presence" in arrival) {
      return { presence: arrival.presence, address, pid, started: false };
    }
    if ("refused" in arrival && arrival.refused === "error") throw arrival.reason;
    if ("refused" in arrival && arrival.refused === "busy") heard = Date.now();
    if (Date.now() - heard > silencePatience) throw new Error(unreachable(place, pid, address));
    await delay(20);
  }
  return undefined;
}

async function awaitOwn(
  place: ServerPlace,
  address: Address,
  server: StartingServer,
): Promise<Entered | undefined> {
  let heard = Date.now();
  for (;;) {
    const arrival = await Presence.enter(address);
    if ("presence" in arrival) {
      const postmaster = await readPostmaster(place.cluster);
      if (postmaster) return { presence: arrival.presence, address, pid: postmaster.pid, started: true };
    }
    if (server.exited) {
      if (await findPostmaster(place.cluster)) return undefined;
      throw new Error(await describeStartFailure(place, await server.complaint()));
    }
    if ("refused" in arrival && arrival.refused === "error") throw arrival.reason;
    if ("refused" in arrival && arrival.refused === "busy") heard = Date.now();
    if (Date.now() - heard > silencePatience) throw new Error(unreachable(place, undefined, address));
    await delay(20);
  }
}

function unreachable(place: ServerPlace, pid: number | undefined, address: Address | undefined): string {
  const where = address && "socketFolder" in address ? `its socket in ${address.socketFolder}` : "its port";
  return (
    `The embedded PostgreSQL on ${place.cluster}${pid ? ` (process ${pid})` : ""} runs but does not answer on ${where}. ` +
    "If another process started it, that one may have a temporary folder of its own (a container, systemd's PrivateTmp): " +
    "run both in the same place, or stop the other first."
  );
}

async function chooseAddress(place: ServerPlace, formerly: Address | undefined): Promise<Address> {
  if (!usesSockets) {
    const { password } = await ensurePassword(place.homeFolder);
    return { port: formerly && "port" in formerly ? formerly.port : await freePort(), password };
  }
  const last = formerly && "socketFolder" in formerly ? formerly.socketFolder : undefined;
  const folder = last ?? (await readPostmaster(place.cluster))?.socketFolder;
  if (folder && (await restoreSocketFolder(folder, place.serverUser))) return { socketFolder: folder };
  return { socketFolder: await newSocketFolder(place.serverUser) };
}
