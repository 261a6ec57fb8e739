import type { Database } from "../../db/database.js";
import type { AddressGuard } from "../../outgoing/address-guard.js";
import type { SecretBox } from "../../secret-box.js";
import type { RunChange } from "../changes/change.js";

/** What the operations on webhooks stand on. */
export interface WebhookServices {
  database: Database;
  runChange: RunChange;
  guard: AddressGuard;
  secrets: SecretBox;
}
