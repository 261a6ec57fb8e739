import type { AttemptRow, SeenDelivery } from "./delivery-store.js";
import type { EndpointRow } from "./store.js";

/** As the public API shows an endpoint. */
export function presentEndpoint({ id, url, events, enabled, createdAt }: EndpointRow) {
  return { id, url, events: events, enabled, createdAt: createdAt.toISOString() };
}

/** As the management API shows it. */
export function manageEndpoint(row: EndpointRow, creatorName: string | null) {
  const { createdBy, failingSince, disabledReason, disabledAt, previousSecrets } = row;
  return {
    ...presentEndpoint(row),
    createdBy: createdBy && creatorName !== null ? { id: createdBy, name: creatorName } : null,
    failingSince: failingSince?.toISOString() ?? null,
    disabledReason,
    disabledAt: disabledAt?.toISOString() ?? null,
    previousSecretUntil: previousSecrets.at(-1)?.until ?? null,
  };
}

export function presentDelivery({ lastError, ...row }: SeenDelivery) {
  const { id, eventId, eventType, status, responseStatus, attempts, nextAt, createdAt } = row;
  return {
    id,
    eventId,
    eventType,
    status: status === "sending" ? ("pending" as const) : status,
    responseStatus,
    attempts,
    // Of what is sending, `nextAt` says when the lease ends, which is nobody's business.
    nextAttemptAt: status === "pending" ? (nextAt?.toISOString() ?? null) : null,
    // What failed without a failed attempt was not sent, which only happens to disabled endpoints.
    error: lastError ?? (status === "failed" ? "Not sent, because the endpoint was disabled." : null),
    createdAt: createdAt.toISOString(),
  };
}

export function manageAttempt({ organizationId: _, deliveryId: __, at, ...attempt }: AttemptRow) {
  return { ...attempt, at: at.toISOString() };
}
