import { isIP } from "node:net";

/**
 * Names that no public name server answers, whatever a private one says.
 *
 * @see https://www.iana.org/assignments/special-use-domain-names
 */
const closedDomains = {
  localhost: "the machine itself",
  local: "names of a local network",
  internal: "names of a private network",
  localdomain: "names of a local network",
  "home.arpa": "names of a home network",
};

/** Says what a host name is that can never be public. Undefined for the others, and for addresses. */
export function whyNeverPublic(hostname: string): string | undefined {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  if (name.startsWith("[") || isIP(name)) return undefined;
  for (const [domain, meaning] of Object.entries(closedDomains))
    if (name === domain || name.endsWith(`.${domain}`)) return `\`${domain}\` is for ${meaning}`;
  return name.includes(".") ? undefined : "it is a single word, without a domain";
}
