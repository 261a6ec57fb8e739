import { randomBytes } from "node:crypto";
import type { OrganizationId, WebhookEndpointId } from "@lintel/contract";
import { LRUCache } from "lru-cache";
import type { PreviousSecret } from "../../db/schema/index.js";
import type { SecretBox } from "../../secret-box.js";

/** A secret as its owner sees it, the one time. */
export const writeSecret = (secret: Buffer): string => `whsec_${secret.toString("base64")}`;

/** The replaced secrets that have not ended yet, oldest first. */
export const stillSigning = (previous: readonly PreviousSecret[], at: number): PreviousSecret[] =>
  previous.filter(({ until }) => Date.parse(until) > at);

export const makeSecret = (): Buffer => randomBytes(32);

interface Endpoint {
  organizationId: OrganizationId;
  id: WebhookEndpointId;
}

const ownerOf = ({ organizationId, id }: Endpoint): string => `${organizationId}/${id}`;

export const sealSecret = (box: SecretBox, endpoint: Endpoint, secret: Buffer): Buffer =>
  box.seal(secret, ownerOf(endpoint));

export const openSecret = (box: SecretBox, endpoint: Endpoint, sealed: Buffer): Buffer =>
  box.open(sealed, ownerOf(endpoint));

/** Opens secrets for signing, and remembers those of busy endpoints: opening one takes longer than signing with it. */
export function createSecretReader(box: SecretBox): (endpoint: Endpoint, sealed: Buffer) => Buffer {
  const opened = new LRUCache<string, Buffer>({ max: 1_000 });
  return (endpoint, sealed) => {
    const name = `${endpoint.id} ${sealed.toString("base64")}`;
    const known = opened.get(name);
    if (known) return known;
    const secret = openSecret(box, endpoint, sealed);
    opened.set(name, secret);
    return secret;
  };
}
