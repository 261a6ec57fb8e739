import { openPool } from "../db/open-pool.js";
import { Signals } from "../db/signals.js";
import { createDeliveryEngine } from "../features/webhooks/engine/delivery-engine.js";
import { createAddressGuard } from "../outgoing/address-guard.js";
import { createSecretBox } from "../secret-box.js";

/* A process of its own that delivers, to be killed: `delivery-process.ts DATABASE_URL SECRET AHEAD`. */

const [connectionString = "", secret = "", ahead = "0"] = process.argv.slice(2);
const log = { info() {}, warn() {}, error: console.error };
const signals = new Signals({ connectionString }, log);
await signals.start();
createDeliveryEngine({
  pool: openPool({ connectionString, log, size: 4 }),
  signals,
  guard: createAddressGuard({ allowPrivate: true }),
  secrets: createSecretBox(secret),
  log,
  disable: async () => {},
  now: () => Date.now() + Number(ahead),
}).start();
process.send?.("started");
