import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Keeps small secrets in the database in a form that the database alone does not open. */
export interface SecretBox {
  /** `owner` names whose secret it is: sealed for one row, it opens for no other. */
  seal(secret: Buffer, owner: string): Buffer;
  /** Throws `SecretUnreadable` where none of the deployment's secrets opens it. */
  open(sealed: Buffer, owner: string): Buffer;
  /** Whether it was sealed with the present secret, and not with the one before. */
  isCurrent(sealed: Buffer): boolean;
  /** What everything begins with that was sealed with the present secret. */
  readonly mark: Buffer;
}

export class SecretUnreadable extends Error {
  constructor() {
    super(
      "A stored secret does not open with LINTEL_SECRET. Set LINTEL_SECRET_PREVIOUS to the one it was made under, or make a new one.",
    );
  }
}

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const markBytes = 5;

interface Key {
  bytes: Buffer;
  mark: Buffer;
}

/**
 * AES-256-GCM under a key derived from the deployment's secret. Laid out as version, four bytes that name the key,
 * nonce, ciphertext, tag.
 *
 * @see RFC 5869 for the derivation
 */
export function createSecretBox(secret: string, previous?: string): SecretBox {
  const current = deriveKey(secret);
  const keys = [current, ...(previous ? [deriveKey(previous)] : [])];
  return {
    mark: current.mark,
    isCurrent: (sealed) => sealed.subarray(0, markBytes).equals(current.mark),

    seal(plain, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", current.bytes, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([current.mark, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },

    open(sealed, owner) {
      const mark = sealed.subarray(0, markBytes);
      const key = keys.find((one) => one.mark.equals(mark));
      if (!key) throw new SecretUnreadable();
      const nonce = sealed.subarray(markBytes, markBytes + nonceBytes);
      try {
        const decipher = createDecipheriv("aes-256-gcm", key.bytes, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(sealed.subarray(-tagBytes));
        return Buffer.concat([
          decipher.update(sealed.subarray(markBytes + nonceBytes, -tagBytes)),
          decipher.final(),
        ]);
      } catch {
        throw new SecretUnreadable();
      }
    },
  };
}

function deriveKey(secret: string): Key {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", "lintel stored secrets", 32));
  const name = createHash("sha256")
    .update(bytes)
    .digest()
    .subarray(0, markBytes - 1);
  return { bytes, mark: Buffer.concat([Buffer.of(version), name]) };
}
