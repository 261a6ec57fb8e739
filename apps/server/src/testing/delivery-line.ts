import type { EventId, OrganizationId, WebhookEndpointId, WebhookEventType } from "@lintel/contract";
import { newId } from "../db/new-id.js";
import { webhookEndpoints, webhookEvents } from "../db/schema/index.js";
import type { EngineOptions } from "../features/webhooks/engine/delivery-engine.js";
import { createDeliveryEngine, type DeliveryEngine } from "../features/webhooks/engine/delivery-engine.js";
import { makeSecret, sealSecret, writeSecret } from "../features/webhooks/signing-secret.js";
import { createAddressGuard } from "../outgoing/address-guard.js";
import { createSecretBox } from "../secret-box.js";
import { quiet } from "./quiet-log.js";
import { createWorkspace, type Workspace } from "./workspace.js";

const usual: WebhookEventType[] = ["entry.created"];

export const testSecret = "the deployment's secret of a test";

/** Events and endpoints in a database of their own, and engines that deliver: no listener, and a clock of the test's. */
export interface DeliveryLine extends Workspace {
  /** Milliseconds by which the engines' clock is ahead. */
  ahead: number;
  startEngine(options?: Partial<EngineOptions>): DeliveryEngine;
  endpoint(
    url: string,
    options?: { organizationId?: OrganizationId; events?: WebhookEventType[] },
  ): Promise<{ id: WebhookEndpointId; secret: string }>;
  /** Writes events as a change does, all in one transaction. */
  emit(
    count: number,
    options?: { organizationId?: OrganizationId; type?: WebhookEventType },
  ): Promise<EventId[]>;
  /** Moves the clock and lets the engines look for what is due. */
  advance(milliseconds: number): void;
  deliveries(): Promise<LineDelivery[]>;
}

export interface LineDelivery {
  id: string;
  endpoint_id: WebhookEndpointId;
  event_id: EventId;
  status: string;
  attempts: number;
  step: number;
  response_status: number | null;
  next_at: Date | null;
}

export async function createDeliveryLine(): Promise<DeliveryLine> {
  const workspace = await createWorkspace();
  const secrets = createSecretBox(testSecret);
  const engines: DeliveryEngine[] = [];
  const pool = workspace.database.$client;

  const line: DeliveryLine = {
    ...workspace,
    ahead: 0,
    startEngine(options = {}) {
      const engine = createDeliveryEngine({
        pool,
        signals: workspace.signals,
        guard: createAddressGuard({ allowPrivate: true }),
        secrets,
        log: quiet,
        disable: async () => {},
        now: () => Date.now() + line.ahead,
        ...options,
      });
      engines.push(engine);
      engine.start();
      return engine;
    },
    async endpoint(url, { organizationId = workspace.organizationId, events = usual } = {}) {
      const id = newId("webhookEndpoint");
      const secret = makeSecret();
      const row: typeof webhookEndpoints.$inferInsert = {
        organizationId,
        id,
        url,
        events,
        secret: sealSecret(secrets, { organizationId, id }, secret),
        createdAt: new Date(0),
      };
      await workspace.database.insert(webhookEndpoints).values(row);
      return { id, secret: writeSecret(secret) };
    },
    async emit(count, { organizationId = workspace.organizationId, type = "entry.created" } = {}) {
      const ids = Array.from({ length: count }, () => newId("event"));
      const at = new Date();
      await workspace.database
        .insert(webhookEvents)
        .values(
          ids.map((id, number) => ({ organizationId, id, type, at, data: { number, text: "é \u2028 <&>" } })),
        );
      workspace.signals.dispatch({ organizationId, events: true });
      return ids;
    },
    advance(milliseconds) {
      line.ahead += milliseconds;
      workspace.signals.dispatch({ organizationId: workspace.organizationId, webhooks: "due" });
    },
    async deliveries() {
      const { rows } = await pool.query<LineDelivery>("select * from webhook_deliveries order by id");
      return rows;
    },
    async close() {
      await Promise.all(engines.map((engine) => engine.stop()));
      await workspace.close();
    },
  };
  return line;
}
