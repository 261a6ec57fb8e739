import { rmdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Address,
  addressOf,
  ensurePassword,
  freePort,
  newSocketFolder,
  restoreSocketFolder,
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

const mostStarts = 40;
const pause = 250;
/** Said while processes of a killed server finish their work, or another starter was a moment ahead of us. */
const passing =
  /pre-existing shared memory block .* is still in use|lock file "[^"]+" (already exists|is empty)/;
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
    const entered = await startAndEnter(place, formerly);
    if (entered) return entered;
  }
  throw new Error(
    `The embedded PostgreSQL did not start on ${place.cluster}: processes of an earlier server still hold on to it. ` +
      "Wait for them to end, or end them; server.log beside the cluster tells more.",
  );
}

async function join(place: ServerPlace, pid: number): Promise<Entered | undefined> {
  let heard = Date.now();
  while (await serves(pid, place.cluster)) {
    const postmaster = await readPostmaster(place.cluster);
    const address = postmaster?.pid === pid ? await addressOf(postmaster, place) : undefined;
    const arrival = address ? await Presence.enter(address) : ({ refused: "absent" } as const);
    if (address && "presence" in arrival) {
      await arrival.presence.assertServes(place.cluster);
      return { presence: arrival.presence, address, pid, started: false };
    }
    if ("refused" in arrival && arrival.refused === "error") throw arrival.reason;
    if ("refused" in arrival && arrival.refused === "busy") heard = Date.now();
    if (Date.now() - heard > silencePatience) throw new Error(unreachable(place, pid, address));
    await delay(20);
  }
  return undefined;
}

async function startAndEnter(
  place: ServerPlace,
  formerly: Address | undefined,
): Promise<Entered | undefined> {
  const known = await formerAddress(place, formerly);
  const address = known ?? (await newAddress(place));
  let entered: Entered | undefined;
  try {
    entered = await awaitOwn(place, address, await startServer(place, address));
    return entered;
  } finally {
    if (!entered && !known && "socketFolder" in address)
      await rmdir(address.socketFolder).catch(() => undefined);
  }
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
      await arrival.presence.assertServes(place.cluster);
      const postmaster = await readPostmaster(place.cluster);
      if (postmaster) return { presence: arrival.presence, address, pid: postmaster.pid, started: true };
    }
    if (server.exited) {
      if (await findPostmaster(place.cluster)) return undefined;
      const said = await server.complaint();
      if (!passing.test(said)) throw new Error(await describeStartFailure(place, said));
      await delay(pause);
      return undefined;
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

/** Where connections of ours look for the server: those of this process, or of one that outlived the last server. */
async function formerAddress(
  place: ServerPlace,
  formerly: Address | undefined,
): Promise<Address | undefined> {
  if (!place.sockets) return formerly;
  const last = formerly && "socketFolder" in formerly ? formerly.socketFolder : undefined;
  const folder = last ?? (await readPostmaster(place.cluster))?.socketFolder;
  return folder && (await restoreSocketFolder(folder, place.serverUser))
    ? { socketFolder: folder }
    : undefined;
}

async function newAddress(place: ServerPlace): Promise<Address> {
  if (place.sockets) return { socketFolder: await newSocketFolder(place.serverUser) };
  const { password } = await ensurePassword(place.homeFolder, place.serverUser);
  return { port: await freePort(), password };
}
