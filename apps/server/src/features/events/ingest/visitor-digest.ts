import { createHmac, randomBytes } from "node:crypto";
import type { OrganizationId } from "@lintel/contract";
import type { Queries } from "../../../db/database.js";
import { day as dayLength } from "../limits.js";
import { findOrMakeSalt } from "../store.js";
import { dayOf } from "../utc.js";

const mostSalts = 10_000;

/**
 * Turns visitors into digests. A salt belongs to one organization and one UTC day and is deleted when no event of that
 * day can come any more: from then on nobody can tell who a digest was, nor whether two days saw the same visitor.
 */
export class VisitorDigests {
  #salts = new Map<string, Buffer>();

  constructor(private readonly queries: Queries) {}

  /** 64 bits, as the database writes them. */
  async digest(organizationId: OrganizationId, visitor: string, at: number): Promise<string> {
    const day = dayOf(at);
    const name = `${day} ${organizationId}`;
    const salt = this.#salts.get(name) ?? (await this.#read(organizationId, at, name));
    return createHmac("sha256", salt).update(visitor).digest().readBigInt64BE(0).toString();
  }

  /** Forgets the salts of days before this one. */
  forgetBefore(day: string): void {
    for (const name of this.#salts.keys()) if (name < day) this.#salts.delete(name);
  }

  async #read(organizationId: OrganizationId, at: number, name: string): Promise<Buffer> {
    const salt = await findOrMakeSalt(this.queries, {
      organizationId,
      day: dayOf(at),
      salt: randomBytes(32),
    });
    if (this.#salts.size >= mostSalts) this.#salts.clear();
    // What is older than the day before this event's is for no event that can still come.
    this.forgetBefore(dayOf(at - dayLength));
    this.#salts.set(name, salt);
    return salt;
  }
}
