import type { OrganizationId } from "@lintel/contract";
import { LRUCache } from "lru-cache";
import type { Signals } from "../../../db/signals.js";
import { FoundLinks } from "../resolve/load-links.js";
import type { Answer } from "./answer.js";
import type { Flight } from "./flight.js";

/** The answers of one organization as of one moment. A change leaves the shelf behind, and whoever still builds for it. */
export interface Shelf {
  /** By the request line, as clients spell it. */
  byUrl: Map<string, Answer>;
  /** By what is asked for, however it is spelled. */
  byKey: Map<string, Answer>;
  flights: Map<string, Flight>;
  /** What values were seen to point to, so that it is read once between two changes. */
  links: FoundLinks;
  /** An answer that began before the change it was left for must never be kept. */
  isLeft: boolean;
}

/** Where an answer stands, so that it can be taken off whole. */
interface Place {
  shelf: Shelf;
  key: string;
  urls: string[];
}

const mostUrls = 16;
/** Characters of a name under which an answer is kept. Who asks for longer ones asks each time for something else. */
const mostNamed = 2_000;
const mostHeard = 10_000;
const removedAtOnce = 1_000;

/** What the names of an answer take of memory: two bytes a character, and their places in two maps. */
function namesOf(place: Place | undefined): number {
  if (!place) return 0;
  const overhead = 200;
  return [place.key, ...place.urls].reduce((bytes, name) => bytes + 2 * name.length + overhead, 0);
}

/** Answers as bytes, within a budget, of organizations in which nothing has changed since. */
export class BodyCache {
  #shelves = new Map<OrganizationId, Shelf>();
  #places = new WeakMap<Answer, Place>();
  /** The value says nothing: it is a new one whenever an answer has grown, which makes its size count anew. */
  #answers: LRUCache<Answer, object>;
  /** The content revision that was last heard of: our own changes are heard twice, and dropped for once. */
  #heard = new LRUCache<OrganizationId, number>({ max: mostHeard });
  #unsubscribe: () => void;

  constructor(
    private readonly signals: Pick<Signals, "connected" | "subscribe">,
    bytes: number,
  ) {
    this.#answers = new LRUCache({
      maxSize: bytes,
      maxEntrySize: Math.ceil(bytes / 2),
      sizeCalculation: (_, answer) => answer.bytes + namesOf(this.#places.get(answer)),
      dispose: (_, answer) => this.#takeOff(answer),
      noDisposeOnSet: true,
    });
    this.#unsubscribe = signals.subscribe((signal) => {
      if (signal === "missed") this.#leaveAll();
      else if (signal.content !== undefined) this.#hear(signal.organizationId, signal.content);
    });
  }

  close(): void {
    this.#unsubscribe();
    this.#leaveAll();
  }

  /** Undefined while changes of other processes are not heard: then nothing may be kept or taken from here. */
  shelfOf(organizationId: OrganizationId): Shelf | undefined {
    if (!this.signals.connected) return undefined;
    const known = this.#shelves.get(organizationId);
    if (known) return known;
    const shelf: Shelf = {
      byUrl: new Map(),
      byKey: new Map(),
      flights: new Map(),
      links: new FoundLinks(),
      isLeft: false,
    };
    this.#shelves.set(organizationId, shelf);
    return shelf;
  }

  /** Marks an answer as used. */
  touch(answer: Answer): void {
    this.#answers.get(answer);
  }

  keep(shelf: Shelf, key: string, answer: Answer): void {
    if (shelf.isLeft || shelf.byKey.has(key) || key.length > mostNamed) return;
    this.#places.set(answer, { shelf, key, urls: [] });
    this.#answers.set(answer, {});
    // One that is too large for the budget was not taken.
    if (!this.#answers.has(answer)) {
      this.#places.delete(answer);
      return;
    }
    shelf.byKey.set(key, answer);
    answer.onGrowth = () => {
      if (this.#answers.has(answer)) this.#answers.set(answer, {});
    };
  }

  /** Finds the answer by this spelling from now on. */
  nameUrl(answer: Answer, url: string): void {
    const place = this.#places.get(answer);
    if (!place || place.shelf.isLeft || url.length > mostNamed || !this.#answers.has(answer)) return;
    if (place.shelf.byUrl.get(url) === answer) return;
    if (place.urls.length >= mostUrls) place.shelf.byUrl.delete(place.urls.shift()!);
    place.urls.push(url);
    place.shelf.byUrl.set(url, answer);
    // The name takes memory too, and the budget has to know.
    this.#answers.set(answer, {});
  }

  #takeOff(answer: Answer): void {
    const place = this.#places.get(answer);
    if (!place) return;
    place.shelf.byKey.delete(place.key);
    for (const url of place.urls) place.shelf.byUrl.delete(url);
    this.#places.delete(answer);
  }

  #hear(organizationId: OrganizationId, content: number): void {
    // Revisions rise in the order of the commits, so a later one has made us drop what an earlier one would.
    if (content <= (this.#heard.get(organizationId) ?? -1)) return;
    this.#heard.set(organizationId, content);
    const shelf = this.#shelves.get(organizationId);
    if (!shelf) return;
    this.#shelves.delete(organizationId);
    this.#leave(shelf);
  }

  #leaveAll(): void {
    const shelves = [...this.#shelves.values()];
    this.#shelves.clear();
    this.#heard.clear();
    for (const shelf of shelves) shelf.isLeft = true;
    this.#answers.clear();
  }

  /** Out of reach at once; out of memory a little at a time, so that no request waits for it. */
  #leave(shelf: Shelf): void {
    shelf.isLeft = true;
    const answers = [...shelf.byKey.values()];
    shelf.byUrl.clear();
    const remove = (): void => {
      for (const answer of answers.splice(-removedAtOnce)) this.#answers.delete(answer);
      if (answers.length > 0) setImmediate(remove);
    };
    remove();
  }
}
