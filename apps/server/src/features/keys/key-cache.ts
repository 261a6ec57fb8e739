import type { ApiKeyId, OrganizationId } from "@lintel/contract";

export interface VerifiedKey {
  keyId: ApiKeyId;
  organizationId: OrganizationId;
  name: string;
}

interface Remembered {
  key: VerifiedKey | null;
  until: number;
}

const knownLimit = 10_000;
const unknownLimit = 10_000;
/** Bounds what a signal that never came could cost. */
const knownMilliseconds = 300_000;
const unknownMilliseconds = 10_000;

/**
 * What keys turned out to be, by their hash. A reading that began before something was forgotten is not kept: it
 * may have seen the row as it was before a revocation.
 */
export class KeyCache {
  #known = new Map<string, Remembered>();
  #unknown = new Map<string, Remembered>();
  #forgotten = 0;

  constructor(private readonly now: () => number) {}

  /** Taken before a key is read from the database, and handed to `keep` with the answer. */
  get moment(): number {
    return this.#forgotten;
  }

  get(hash: string): VerifiedKey | null | undefined {
    const remembered = this.#known.get(hash) ?? this.#unknown.get(hash);
    return remembered && remembered.until > this.now() ? remembered.key : undefined;
  }

  keep(hash: string, key: VerifiedKey | null, moment: number): void {
    if (moment !== this.#forgotten) return;
    this.#known.delete(hash);
    this.#unknown.delete(hash);
    if (key) hold(this.#known, knownLimit, hash, { key, until: this.now() + knownMilliseconds });
    else hold(this.#unknown, unknownLimit, hash, { key, until: this.now() + unknownMilliseconds });
  }

  forgetOrganization(organizationId: OrganizationId): void {
    this.#forgotten += 1;
    this.#unknown.clear();
    for (const [hash, { key }] of this.#known)
      if (key?.organizationId === organizationId) this.#known.delete(hash);
  }

  forgetAll(): void {
    this.#forgotten += 1;
    this.#known.clear();
    this.#unknown.clear();
  }
}

/** The oldest goes first: a `Map` keeps the order of insertion. */
function hold(map: Map<string, Remembered>, limit: number, hash: string, remembered: Remembered): void {
  if (map.size >= limit) {
    const oldest = map.keys().next();
    if (!oldest.done) map.delete(oldest.value);
  }
  map.set(hash, remembered);
}
