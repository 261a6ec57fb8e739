import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import type { Signals } from "../../db/signals.js";
import type { Mail } from "../../mail/mail.js";
import { createAddressGuard } from "../../outgoing/address-guard.js";
import { createSecretBox } from "../../secret-box.js";
import type { RunChange } from "../changes/change.js";
import { disableEndpoint } from "./disable-endpoint.js";
import { createDeliveryEngine, type DeliveryEngine } from "./engine/delivery-engine.js";
import type { WebhookServices } from "./webhook-services.js";

export interface WebhooksOptions {
  database: Database;
  runChange: RunChange;
  signals: Signals;
  mail: Mail;
  origin: string;
  log: Pick<Logger, "error" | "info">;
  /** Plain http and private addresses may be used. */
  allowPrivate: boolean;
  /** What the deployment's own secrets are kept under, and what that was before. */
  secret: string;
  previousSecret: string | undefined;
}

/** The operations on webhooks and the engine that delivers, which whoever serves starts and stops. */
export function createWebhooks(options: WebhooksOptions): WebhookServices & { engine: DeliveryEngine } {
  const { database, runChange, signals, mail, origin, log } = options;
  const guard = createAddressGuard({ allowPrivate: options.allowPrivate });
  const secrets = createSecretBox(options.secret, options.previousSecret);
  const engine = createDeliveryEngine({
    pool: database.$client,
    signals,
    guard,
    secrets,
    log,
    disable: (target, reason) => disableEndpoint({ database, runChange, mail, origin }, target, reason),
  });
  return { database, runChange, guard, secrets, engine };
}
