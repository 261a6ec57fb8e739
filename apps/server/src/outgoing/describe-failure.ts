import { AddressRefused, HostUnknown } from "./address-guard.js";

/** What failed on the way to an answer, in words for the owner of the receiver. Null for nothing. */
export function describeFailure(error: Error | undefined): string | null {
  if (!error) return null;
  if (error instanceof AddressRefused || error instanceof HostUnknown) return error.message;
  if (error instanceof AggregateError) return describeFailure(error.errors[0] as Error);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = words[code];
  if (known) return known;
  if (/^(?:CERT|ERR_TLS|ERR_SSL|EPROTO|DEPTH_|UNABLE_TO|SELF_SIGNED)/.test(code))
    return `The secure connection failed: ${oneLine(error.message)}.`;
  return `The request failed: ${oneLine(error.message)}${code && ` (${code})`}.`;
}

const words: Record<string, string> = {
  ECONNREFUSED: "The host refused the connection.",
  ECONNRESET: "The host broke the connection off before it answered.",
  EPIPE: "The host broke the connection off before it answered.",
  UND_ERR_SOCKET: "The host broke the connection off before it answered.",
  EHOSTUNREACH: "No way leads to the host.",
  ENETUNREACH: "No way leads to the host's network.",
  ETIMEDOUT: "The host did not take the connection in time.",
  UND_ERR_CONNECT_TIMEOUT: "The host did not take the connection within 10 s.",
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are too large.",
  CERT_HAS_EXPIRED: "The host's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The host's certificate is signed by nobody known.",
  SELF_SIGNED_CERT_IN_CHAIN: "The host's certificate is signed by nobody known.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The host does not send the certificates that vouch for its own.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The host's certificate is for another name.",
};

const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/\.$/, "")
    .slice(0, 300);
