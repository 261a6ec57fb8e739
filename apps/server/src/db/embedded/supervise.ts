import { setTimeout as delay } from "node:timers/promises";
import type { Address } from "./address.js";
import { type Entered, enterServer } from "./enter-server.js";
import { keepBeating } from "./foreign-server.js";
import { type ServerPlace, stopServer } from "./server.js";

const longestPause = 30_000;

/** Brings the server back when it dies under us, at the same address, so that the pools find it again. */
export function superviseServer(place: ServerPlace, first: Entered): { leave(): Promise<void> } {
  const leaving = new AbortController();
  const { signal } = leaving;
  const { log } = place;
  keepBeating(place.homeFolder, signal);

  async function watch(): Promise<Entered | undefined> {
    let entered: Entered | undefined = first;
    while (entered) {
      entered.presence.rest();
      const left = await Promise.race([aborted(signal), entered.presence.lost]);
      if (left === "aborted") return entered;
      log.warn(`The embedded PostgreSQL on ${place.cluster} went away; bringing it back.`);
      entered = await comeBack(entered.address);
    }
    return undefined;
  }

  async function comeBack(formerly: Address): Promise<Entered | undefined> {
    for (let pause = 250; !signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      try {
        return await enterServer(place, formerly);
      } catch (reason) {
        log.error(
          { err: reason },
          `The embedded PostgreSQL does not come back; trying again in ${pause} ms.`,
        );
        await delay(pause, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  const watching = watch();
  let left: Promise<void> | undefined;
  return {
    leave() {
      leaving.abort();
      left ??= watching.then((entered) => (entered ? leaveServer(place, entered) : undefined));
      return left;
    },
  };
}

export async function leaveServer(place: ServerPlace, { presence, pid, address }: Entered): Promise<void> {
  if (await presence.leave()) await stopServer(place, pid, address);
  await presence.end();
}

const aborted = (signal: AbortSignal): Promise<"aborted"> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve("aborted");
    signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });
