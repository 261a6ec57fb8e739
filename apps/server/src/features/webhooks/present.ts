import type { AttemptRow, DeliveryRow } from "./delivery-store.js";
import type { EndpointRow } from "./store.js";

/** As the public API shows an endpoint. */
export function presentEndpoint({ id, url, events, enabled, createdAt }: EndpointRow) {
  return { id, url, events: events, enabled, createdAt: createdAt.toISOString() };
}

/** As the management API shows it. */
export function manageEndpoint(row: EndpointRow, creatorName: string | null) {
  const { createdBy, failingSince, disabledReason, disabledAt, previousSecretUntil } = row;
  return {
    ...presentEndpoint(row),
    createdBy: createdBy && creatorName !== null ? { id: createdBy, name: creatorName } : null,
    failingSince: failingSince?.toISOString() ?? null,
    disabledReason,
    disabledAt: disabledAt?.toISOString() ?? null,
    previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
  };
}

export function presentDelivery(row: DeliveryRow) {
  const { id, eventId, eventType, status, responseStatus, attempts, createdAt } = row;
  return {
    id,
    eventId,
    eventType,
    status: status === "sending" ? ("pending" as const) : status,
    responseStatus,
    attempts,
    createdAt: createdAt.toISOString(),
  };
}

export function manageDelivery(row: DeliveryRow) {
  // Of what is sending it says when the lease ends, which is nobody's business.
  const nextAttemptAt = row.status === "pending" ? (row.nextAt?.toISOString() ?? null) : null;
  return { ...presentDelivery(row), nextAttemptAt };
}

export function manageAttempt({ organizationId: _, deliveryId: __, at, ...attempt }: AttemptRow) {
  return { ...attempt, at: at.toISOString() };
}
