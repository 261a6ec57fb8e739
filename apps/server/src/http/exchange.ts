import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { OrganizationId } from "@lintel/contract";

/** Random for this process, in the form of a UUID of version 4. */
const prefix = randomUUID().slice(0, -12);
let requests = 0;

/** Counts within the process, because a random one takes ten times as long and nobody has to be unable to guess it. */
function nextRequestId(): string {
  requests += 1;
  return prefix + requests.toString(16).padStart(12, "0");
}

/** One request and its answer, and what the log will say of them. */
export class Exchange {
  /** Made here and never taken from the request, so that it names one request of this service and no other. */
  readonly requestId: string = nextRequestId();
  readonly startedAt: number = performance.now();
  /** As it came, percent-encoded. */
  path = "";
  /** As it came, without the question mark. */
  query = "";
  organizationId: OrganizationId | undefined;
  /** The pattern of the route that answers, for the metrics: few, where paths are many. */
  route: string | undefined;

  constructor(
    readonly req: IncomingMessage,
    readonly res: ServerResponse,
  ) {}

  /** Takes what stands in the request line, below the origin. */
  setTarget(target: string): void {
    const mark = target.indexOf("?");
    this.path = mark < 0 ? target : target.slice(0, mark);
    this.query = mark < 0 ? "" : target.slice(mark + 1);
  }

  get method(): string {
    return this.req.method ?? "";
  }
}
