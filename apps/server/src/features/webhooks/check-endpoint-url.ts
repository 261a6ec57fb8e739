import { badRequest } from "../../api/api-error.js";
import type { AddressGuard } from "../../outgoing/address-guard.js";
import { whyNotUrl } from "../../outgoing/check-url.js";

/**
 * Refuses an address that nothing may be sent to, and answers with it as it is kept: as it will be dialled. It asks name
 * servers, so it runs before any transaction.
 */
export async function checkEndpointUrl(guard: AddressGuard, url: string): Promise<string> {
  const message = await whyNotUrl(url, guard);
  if (message) throw badRequest([{ path: "url", message }]);
  return new URL(url).href;
}
