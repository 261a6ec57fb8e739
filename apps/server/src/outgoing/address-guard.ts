import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { whyNotPublic } from "./public-address.js";
import { type ResolveHost, resolveAnyHost, resolvePublicHost } from "./resolve-host.js";

const dnsMilliseconds = 5_000;

/** Why a host was not dialled, in words for whoever set its address. */
export class AddressRefused extends Error {
  readonly code = "LINTEL_ADDRESS_REFUSED";
}

/** Why a host name led to no address. */
export class HostUnknown extends Error {
  readonly code = "LINTEL_HOST_UNKNOWN";
}

export interface AddressGuard {
  allowPrivate: boolean;
  /** Answers with all addresses of a host, each of them checked, or throws `AddressRefused` or `HostUnknown`. */
  resolve(hostname: string, milliseconds?: number): Promise<string[]>;
}

export interface AddressGuardOptions {
  /** Lets private addresses through: for development and tests. */
  allowPrivate: boolean;
  resolveHost?: ResolveHost;
}

/**
 * Decides which addresses may be dialled. One forbidden address among several refuses the host: whoever publishes it
 * means it to be dialled sooner or later.
 */
export function createAddressGuard({ allowPrivate, resolveHost }: AddressGuardOptions): AddressGuard {
  const resolve = resolveHost ?? (allowPrivate ? resolveAnyHost : resolvePublicHost);

  function check(hostname: string, address: string): string {
    const reason = allowPrivate ? undefined : (whyNotPublic(address) ?? whyOurs(address));
    if (reason === undefined) return address;
    const place = hostname === address ? address : `${hostname} leads to ${address}, which`;
    throw new AddressRefused(`${place} is not a public address (${reason}).`);
  }

  return {
    allowPrivate,
    async resolve(hostname, milliseconds = dnsMilliseconds) {
      const literal = hostname.replace(/^\[(.*)\]$/, "$1");
      if (isIP(literal)) return [check(literal, literal)];
      const addresses = await within(milliseconds, hostname, resolve(hostname));
      if (addresses.length === 0) throw new HostUnknown(`The host ${hostname} has no address.`);
      return addresses.map((address) => check(hostname, address));
    },
  };
}

/** This machine's own addresses may be public ones, and lead behind its firewall all the same. */
function whyOurs(address: string): string | undefined {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some((one) => one.address === address) ? "this machine's own" : undefined;
}

async function within(milliseconds: number, hostname: string, answer: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new HostUnknown(
      `The name servers said nothing about ${hostname} in ${milliseconds / 1_000} s.`,
    );
    timer = setTimeout(() => reject(error), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof HostUnknown) throw error;
    throw new HostUnknown(`The host ${hostname} has no address.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
