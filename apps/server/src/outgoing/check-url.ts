import { type AddressGuard, AddressRefused } from "./address-guard.js";
import { whyNeverPublic } from "./closed-name.js";

const longest = 2_048;
/** Whoever saves an address waits for its answer, and it is checked again whenever it is dialled. */
const patienceMilliseconds = 2_000;

const forDevelopment =
  "For development, LINTEL_ALLOW_PRIVATE_WEBHOOKS=1 permits `http:` and private addresses.";

/**
 * Says what is wrong with an address that somebody wants requests to go to, as a sentence that ends in the remedy, or
 * nothing. A host that has no address yet passes: nothing can be dialled there, and names are often made later.
 */
export async function whyNotUrl(text: string, guard: AddressGuard): Promise<string | undefined> {
  const malformed = whyMalformed(text);
  if (malformed) return malformed;
  const url = new URL(text);
  return whyNotScheme(url.protocol, guard) ?? whyNotWebhook(url) ?? (await whyNotHost(url.hostname, guard));
}

/** A parser would drop line breaks and tabs, so that the address would not be the one that was typed. */
function whyMalformed(text: string): string | undefined {
  const stray = /[\s\p{Cc}]/u.exec(text);
  if (stray)
    return `Expected a URL without spaces, line breaks or control characters, got ${nameOf(stray[0])} at character ${stray.index + 1}. Remove it.`;
  if (!URL.canParse(text)) return "Expected an absolute URL, as `https://example.com/webhooks`.";
  const { length } = new URL(text).href;
  return Math.max(length, text.length) > longest
    ? `At most ${longest} characters, got ${Math.max(length, text.length)}.`
    : undefined;
}

const nameOf = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;

function whyNotScheme(protocol: string, { allowPrivate }: AddressGuard): string | undefined {
  if (protocol === "https:") return undefined;
  if (allowPrivate)
    return protocol === "http:"
      ? undefined
      : `Expected a URL that starts with \`https://\` or \`http://\`, got \`${protocol}\`.`;
  const message = `Expected a URL that starts with \`https://\`, got \`${protocol}\`.`;
  return protocol === "http:" ? `${message} ${forDevelopment}` : message;
}

function whyNotWebhook({ username, password, port, href }: URL): string | undefined {
  if (username || password)
    return "Expected a URL without a user name or password. Deliveries are signed instead.";
  if (href.includes("#"))
    return "Expected a URL without a fragment, which is never sent. Remove the `#` and what follows it.";
  if (port === "0") return "Port 0 cannot be dialled. Give the port that the receiver listens at.";
  return undefined;
}

async function whyNotHost(hostname: string, guard: AddressGuard): Promise<string | undefined> {
  const remedy = `Give a host that everybody can reach. ${forDevelopment}`;
  const reason = guard.allowPrivate ? undefined : whyNeverPublic(hostname);
  if (reason) return `The host ${hostname} is never a public one (${reason}). ${remedy}`;
  try {
    await guard.resolve(hostname, patienceMilliseconds);
  } catch (error) {
    if (error instanceof AddressRefused) return `${error.message} ${remedy}`;
  }
  return undefined;
}
