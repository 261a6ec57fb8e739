import { type AddressGuard, AddressRefused } from "./address-guard.js";

const longest = 2_048;
/** Whoever saves an address waits for its answer, and it is checked again whenever it is dialled. */
const patienceMilliseconds = 2_000;

/**
 * Says what is wrong with an address that somebody wants requests to go to, as a sentence that ends in the remedy, or
 * nothing. A host that has no address yet passes: nothing can be dialled there, and names are often made later.
 */
export async function whyNotUrl(text: string, guard: AddressGuard): Promise<string | undefined> {
  if (text.length > longest) return `At most ${longest} characters, got ${text.length}.`;
  if (!URL.canParse(text)) return "Expected an absolute URL, as `https://example.com/webhooks`.";
  const url = new URL(text);
  const protocols = guard.allowPrivate ? ["https:", "http:"] : ["https:"];
  if (!protocols.includes(url.protocol))
    return `Expected a URL that starts with \`https://\`, got \`${url.protocol}\`.`;
  if (url.username || url.password)
    return "Expected a URL without a user name or password. Deliveries are signed instead.";
  try {
    await guard.resolve(url.hostname, patienceMilliseconds);
  } catch (error) {
    if (error instanceof AddressRefused) return `${error.message} Give a host that everybody can reach.`;
  }
  return undefined;
}
