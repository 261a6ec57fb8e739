import { lookup, Resolver } from "node:dns/promises";

/** Answers with all addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/**
 * Asks the name servers from this process's own event loop. The system's `getaddrinfo` would hold one of the few
 * threads that files, images and compression share, for as long as a stranger's name server likes. The file
 * `/etc/hosts` is not read, which names nothing public.
 */
export const resolvePublicHost: ResolveHost = async (hostname) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const [failed] = answers;
  if (addresses.length === 0 && failed.status === "rejected") throw failed.reason;
  return addresses;
};

/** As the system does it, with `/etc/hosts`: for receivers on the developer's own machine and network. */
export const resolveAnyHost: ResolveHost = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};
