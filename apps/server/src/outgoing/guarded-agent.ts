import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import type { AddressGuard } from "./address-guard.js";

const connectMilliseconds = 10_000;

/**
 * Connections that are kept for the next request, and made only to addresses that the guard let through: the name is
 * resolved once, and the very addresses that were checked are the ones that are dialled. TLS still asks for the name.
 */
export function createGuardedAgent(guard: AddressGuard): Agent {
  const lookup: LookupFunction = (hostname, options, callback) => {
    guard.resolve(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (options.all) callback(null, found);
        else if (first) callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };
  const connect = buildConnector({ lookup, timeout: connectMilliseconds, autoSelectFamily: true });
  return new Agent({
    // Whoever sends sets one deadline over all of it.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      const literal = options.hostname.replace(/^\[(.*)\]$/, "$1");
      if (!isIP(literal)) return connect(options, callback);
      // What is an address already is never looked up, so it is checked here.
      guard.resolve(literal).then(
        () => connect(options, callback),
        (error: Error) => callback(error, null),
      );
    },
  });
}
