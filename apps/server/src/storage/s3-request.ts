import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { StorageFailure } from "./object-store.js";
import { bucketUrl, type S3Settings } from "./s3-settings.js";

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: ReadableStream<Uint8Array>;
  signal?: AbortSignal | undefined;
}

const attempts = 3;
const answerDeadline = 30_000;
const errorBytes = 4_096;

export type SendToS3 = (request: S3Request) => Promise<Response>;

/**
 * Signs and sends. Answers of 2xx and 404 are returned, all else is raised. What has no body is tried again after
 * a failure that may pass; a body is a stream and gone once it was read.
 */
export function createS3Sender(settings: S3Settings): SendToS3 {
  const base = bucketUrl(settings);
  const signingKeys = new Map<string, ArrayBuffer>();

  async function sendOnce({ method, key, query, headers, body, signal }: S3Request): Promise<Response> {
    const url = new URL(key ? `${base}/${key}` : base);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      ...(headers && { headers }),
      service: "s3",
      region: settings.region,
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      ...(settings.sessionToken && { sessionToken: settings.sessionToken }),
      cache: signingKeys,
    }).sign();

    // The deadline is for the answer's head alone: a large file may take its time to flow.
    const deadline = new AbortController();
    const timer = body
      ? undefined
      : setTimeout(
          () => deadline.abort(new Error(`no answer within ${answerDeadline / 1_000} s`)),
          answerDeadline,
        );
    try {
      return await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
        ...(body && { body, duplex: "half" }),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return async (request) => {
    const tries = request.body ? 1 : attempts;
    for (let attempt = 1; ; attempt++) {
      const last = attempt === tries;
      const outcome = await sendOnce(request).catch((cause: unknown) => {
        if (request.signal?.aborted || last) throw failure(settings, request, reasonOf(cause), cause);
        return null;
      });
      if (outcome && (outcome.ok || outcome.status === 404)) return outcome;
      if (outcome && (last || !mayPass(outcome.status))) throw await refusal(settings, request, outcome);
      await outcome?.body?.cancel();
      await delay(100 * 2 ** attempt * (0.5 + Math.random()));
    }
  };
}

function mayPass(status: number): boolean {
  return status >= 500 || status === 429;
}

async function refusal(
  settings: S3Settings,
  request: S3Request,
  response: Response,
): Promise<StorageFailure> {
  const text = request.method === "HEAD" ? "" : await response.text().catch(() => "");
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(text.slice(0, errorBytes))?.[1];
  return failure(settings, request, `it answered ${response.status}${code ? ` ${code}` : ""}`);
}

function failure(
  { endpoint, bucket }: S3Settings,
  { method, key }: S3Request,
  reason: string,
  cause?: unknown,
) {
  return new StorageFailure(
    `S3 at ${endpoint} failed to ${method} ${key ? `"${key}" in ` : ""}bucket "${bucket}": ${reason}. Check the S3_* settings and the store's state.`,
    { cause },
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
