import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiKeyId, OrganizationId } from "@lintel/contract";
import type { Database } from "../../db/database.js";
import type { Signals } from "../../db/signals.js";
import type { ModelCache } from "../model/model-cache.js";
import { Answer } from "./body/answer.js";
import { BodyCache, type Shelf } from "./body/body-cache.js";
import { BodyBuilder } from "./body/build-body.js";
import { type DeliveryMatch, describeAnswer } from "./body/describe-answer.js";
import { Flight } from "./body/flight.js";
import { sendAnswer, sendAtOnce } from "./body/send-answer.js";
import { FoundLinks } from "./resolve/load-links.js";

export type { DeliveryMatch } from "./body/describe-answer.js";

export interface DeliveryKey {
  organizationId: OrganizationId;
  keyId: ApiKeyId;
}

export interface DeliveryServices {
  database: Pick<Database, "$client">;
  signals: Pick<Signals, "connected" | "subscribe">;
  models: Pick<ModelCache, "get">;
  /** Where assets are reached. */
  origin: string;
  /** What kept answers may take of memory. */
  cacheBytes?: number;
  /** Headers that every answer carries. */
  headers?: Readonly<Record<string, string>>;
}

export interface Delivery {
  /**
   * Answers a URL that was answered for this organization before, and in whose answer nothing has changed since: in one
   * write, and without looking at what the URL asks for. False: nothing was sent, and `handle` has to be called.
   */
  answerAgain(
    req: IncomingMessage,
    res: ServerResponse,
    organizationId: OrganizationId,
    own: readonly string[],
  ): boolean;
  /**
   * Answers GET and HEAD of one of the three routes for a key that was verified. Without waiting where the bytes are
   * at hand; a failure is thrown, or rejects, before anything was sent.
   *
   * @param own headers of this one answer, names and values by turns: `["x-request-id", id]`
   */
  handle(
    req: IncomingMessage,
    res: ServerResponse,
    key: DeliveryKey,
    match: DeliveryMatch,
    own?: readonly string[],
  ): Promise<void> | undefined;
  close(): void;
}

const defaultCacheBytes = 128 * 1024 * 1024;

/** Emptied when it is full, rather than grown without end. */
function linksOf(shelf: Shelf): FoundLinks {
  if (shelf.links.isFull) shelf.links = new FoundLinks();
  return shelf.links;
}

export function createDelivery(services: DeliveryServices): Delivery {
  const { database, signals, models, origin, cacheBytes = defaultCacheBytes, headers = {} } = services;
  const cache = new BodyCache(signals, cacheBytes);
  const builder = new BodyBuilder(database.$client, origin);
  const commonHeaders = Object.entries(headers).flat();

  async function miss(
    req: IncomingMessage,
    res: ServerResponse,
    shelf: Shelf | undefined,
    organizationId: OrganizationId,
    match: DeliveryMatch,
    own: readonly string[],
  ): Promise<void> {
    const url = req.url ?? "";
    const mark = url.indexOf("?");
    // After the shelf was taken: a model that is older than the shelf would be kept on it.
    const model = await models.get(organizationId);
    const described = describeAnswer(model, match, mark < 0 ? "" : url.slice(mark + 1));
    const { key } = described;
    const known = shelf?.byKey.get(key);
    if (known) {
      cache.touch(known);
      cache.nameUrl(known, url);
      return sendAnswer(req, res, known, own);
    }
    let flight = shelf?.flights.get(key);
    if (!flight || flight.isAbandoned) {
      flight = new Flight(async (signal) => {
        const body = await builder.build(described, signal, shelf && linksOf(shelf));
        return new Answer(body, model.revision, commonHeaders);
      });
      if (shelf) land(shelf, key, flight);
    }
    const answer = await flight.wait(res);
    if (!answer) return;
    cache.nameUrl(answer, url);
    return sendAnswer(req, res, answer, own);
  }

  function land(shelf: Shelf, key: string, flight: Flight): void {
    shelf.flights.set(key, flight);
    const leave = () => {
      if (shelf.flights.get(key) === flight) shelf.flights.delete(key);
    };
    flight.answer.then((answer) => {
      leave();
      cache.keep(shelf, key, answer);
    }, leave);
  }

  return {
    answerAgain(req, res, organizationId, own) {
      const answer = cache.shelfOf(organizationId)?.byUrl.get(req.url ?? "");
      if (!answer || !sendAtOnce(req, res, answer, own)) return false;
      cache.touch(answer);
      return true;
    },

    handle(req, res, { organizationId }, match, own = []) {
      const shelf = cache.shelfOf(organizationId);
      const answer = shelf?.byUrl.get(req.url ?? "");
      if (!answer) return miss(req, res, shelf, organizationId, match, own);
      cache.touch(answer);
      return sendAnswer(req, res, answer, own);
    },
    close: () => cache.close(),
  };
}
