import type { Agent, Dispatcher } from "undici";
import { describeFailure } from "./describe-failure.js";

/** How a request ended. What got a status was answered, whatever became of the rest. */
export interface PostOutcome {
  status: number | null;
  headers: Dispatcher.ResponseData["headers"];
  /** The beginning of the answer's body. */
  body: string;
  /** Why there is no answer, or why it is not whole, in words. */
  failure: string | null;
  timedOut: boolean;
}

export interface PostRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

export interface PostLimits {
  /** Over resolving, connecting, the head and the body of the answer together. */
  deadlineMilliseconds: number;
  /** Of the answer's body. The rest is never read. */
  bodyBytes: number;
}

/** Cuts running requests off. A set, because an `AbortSignal` walks all its listeners whenever one comes or goes. */
export type Cuts = Set<() => void>;

class Enough extends Error {}
class CutOff extends Error {}

/**
 * Sends one request and reads the beginning of its answer. Never throws. Redirects are not followed and nothing is
 * decompressed, so an answer costs no more than its limits.
 */
export function post(
  agent: Agent,
  { url, headers, body }: PostRequest,
  { deadlineMilliseconds, bodyBytes }: PostLimits,
  cuts?: Cuts,
): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let received = 0;
    let answer: Pick<PostOutcome, "status" | "headers"> = { status: null, headers: {} };
    let controller: Dispatcher.DispatchController | undefined;
    let stopped: Error | undefined;
    let settled = false;

    const stop = (reason: Error): void => {
      if (settled || stopped) return;
      stopped = reason;
      controller?.abort(reason);
      // A connection that is still being made ends by itself, and nothing is sent over it any more.
      settle(reason);
    };
    const seconds = deadlineMilliseconds / 1_000;
    const late = new Error(`Not done after ${seconds} s`);
    const timer = setTimeout(() => stop(late), deadlineMilliseconds);
    const cut = (): void => stop(new CutOff("Cut off, because the service stops."));
    cuts?.add(cut);

    function sayFailure(reason: Error | undefined): string | null {
      if (reason === late) return sayLate(answer.status, seconds);
      return reason instanceof CutOff ? reason.message : describeFailure(reason);
    }

    function settle(reason: Error | undefined): void {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      cuts?.delete(cut);
      resolve({
        ...answer,
        body: Buffer.concat(chunks).toString("utf8"),
        failure: sayFailure(reason),
        timedOut: reason === late,
      });
    }

    agent.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method: "POST", headers, body },
      {
        onRequestStart(started) {
          controller = started;
          if (stopped) started.abort(stopped);
        },
        onResponseStart(_, status, headers) {
          answer = { status, headers };
        },
        onResponseData(running, chunk) {
          chunks.push(chunk.subarray(0, bodyBytes - received));
          received += chunk.length;
          if (received > bodyBytes) running.abort(new Enough());
        },
        onResponseEnd: () => settle(undefined),
        onResponseError: (_, error) => settle(error instanceof Enough ? undefined : error),
      },
    );
  });
}

const sayLate = (status: number | null, seconds: number): string =>
  status === null
    ? `No answer within ${seconds} s.`
    : `The answer's body did not end within ${seconds} s and was cut.`;
