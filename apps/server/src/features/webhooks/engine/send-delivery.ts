import type { Agent } from "undici";
import { type Cuts, post } from "../../../outgoing/post.js";
import { SecretUnreadable } from "../../../secret-box.js";
import { version } from "../../../version.js";
import { stillSigning } from "../signing-secret.js";
import { judgeAttempt, type Verdict } from "./judge-attempt.js";
import type { Behaviour, Target, Task } from "./lanes.js";
import { deadlineMilliseconds } from "./lease.js";
import { signDelivery } from "./sign-delivery.js";
import type { AttemptRecord } from "./store.js";

/** As much of an answer as is kept for people to look at. */
const answerBytes = 16 * 1024;
const userAgent = `Lintel/${version}`;

type ReadSecret = (target: Target, sealed: Buffer) => Buffer;

export interface SendServices {
  agent: Agent;
  readSecret: ReadSecret;
  now: () => number;
}

export interface Sent {
  task: Task;
  record: AttemptRecord;
  behaviour: Behaviour;
  isGone: boolean;
}

/** Makes one attempt and says what came of it. It never throws: what goes wrong is what is recorded. */
export async function sendDelivery(
  { agent, readSecret, now }: SendServices,
  task: Task,
  cuts: Cuts,
): Promise<Sent> {
  const at = now();
  const since = performance.now();
  const { target, eventId, body, step } = task;
  const outcome = await attempt();
  const milliseconds = Math.round(performance.now() - since);
  const verdict = judgeAttempt({
    status: outcome.status,
    retryAfter: headerOf(outcome.headers["retry-after"]),
    step,
    at: now(),
  });
  return {
    task,
    isGone: verdict.isGone,
    behaviour: {
      succeeded: verdict.outcome === "success",
      timedOut: outcome.timedOut,
      milliseconds,
      pause: verdict.pause,
    },
    record: {
      organizationId: task.organizationId,
      deliveryId: task.id,
      at: new Date(at),
      outcome: verdict.outcome,
      responseStatus: outcome.status,
      durationMilliseconds: milliseconds,
      error: sayError(outcome.status, outcome.failure, verdict),
      // PostgreSQL's text has no NUL.
      responseBody: outcome.status === null ? null : outcome.body.replaceAll("\0", "\ufffd"),
      nextAt: verdict.nextAt === null ? null : new Date(verdict.nextAt),
      step: step + 1,
    },
  };

  async function attempt() {
    try {
      const seconds = Math.floor(at / 1_000);
      const headers = {
        "content-type": "application/json",
        "user-agent": userAgent,
        ...signDelivery(secretsInForce(readSecret, target, at), { eventId, seconds, body }),
      };
      const limits = { deadlineMilliseconds, bodyBytes: answerBytes };
      return await post(agent, { url: new URL(target.url), headers, body }, limits, cuts);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      return { status: null, headers: {}, body: "", failure: error.message, timedOut: false };
    }
  }
}

function secretsInForce(read: ReadSecret, target: Target, at: number): Buffer[] {
  const previous = stillSigning(target.previousSecrets, at).reverse();
  return [target.secret, ...previous.map(({ sealed }) => Buffer.from(sealed, "hex"))].map((sealed) =>
    read(target, sealed),
  );
}

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

function sayError(status: number | null, failure: string | null, { outcome }: Verdict): string | null {
  if (status === null || outcome === "success") return failure;
  if (status >= 300 && status < 400)
    return `Answered ${status}. Redirects are not followed: give the address itself.`;
  if (status === 410) return "Answered 410: the receiver is gone, so the endpoint was disabled.";
  return `Answered ${status}, and only 2xx is a success.`;
}
