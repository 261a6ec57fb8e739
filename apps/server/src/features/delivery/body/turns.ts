import type { OrganizationId } from "@lintel/contract";

/**
 * Lets so many builds run at once. What a build has read lives until it is done, so a hundred that all wait for a
 * connection between two statements would keep the collector busy with rows that nobody works on. Who waits is served
 * organization by organization: a queue of one keeps no other waiting.
 */
export class Turns {
  #running = 0;
  /** The organization whose turn is next stands first: a `Map` keeps the order of insertion. */
  readonly #waiting = new Map<OrganizationId, (() => void)[]>();

  constructor(private readonly places: number) {}

  async run<T>(organizationId: OrganizationId, build: () => Promise<T>): Promise<T> {
    if (this.#running < this.places) this.#running += 1;
    else await this.#wait(organizationId);
    try {
      return await build();
    } finally {
      this.#handOn();
    }
  }

  #wait(organizationId: OrganizationId): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(organizationId);
      if (own) own.push(resolve);
      else this.#waiting.set(organizationId, [resolve]);
    });
  }

  /** A place is handed on rather than freed, so that no newcomer slips in before who waited longest. */
  #handOn(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [organizationId, queue] = next;
    const start = queue.shift();
    this.#waiting.delete(organizationId);
    if (queue.length > 0) this.#waiting.set(organizationId, queue);
    start?.();
  }
}
