import { join } from "node:path";
import type { Logger } from "pino";
import { accountsWhenNeeded } from "./accounts-when-needed.js";
import type { Config } from "./config.js";
import { connectDatabase } from "./db/connect.js";
import { openDatabase } from "./db/database.js";
import { migrateDatabase } from "./db/migrate.js";
import { Signals } from "./db/signals.js";
import { EventReader } from "./features/analytics/event-reader.js";
import { createAssetServices } from "./features/assets/asset-services.js";
import { OverCap } from "./features/billing/over-cap.js";
import { RequestMeter } from "./features/billing/request-meter.js";
import { createStripeBilling } from "./features/billing/stripe/stripe-billing.js";
import { createRunChange } from "./features/changes/run-change.js";
import { createDelivery } from "./features/delivery/hot-path.js";
import { createEvents } from "./features/events/events.js";
import { createKeyVerifier } from "./features/keys/key-verifier.js";
import { createClientAddress, isTold } from "./features/limits/client-address.js";
import { createLimits, noLimits } from "./features/limits/create-limits.js";
import { createFindRole } from "./features/members/find-role.js";
import { ModelCache } from "./features/model/model-cache.js";
import { createWebhooks } from "./features/webhooks/create-webhooks.js";
import { safetyHeaders } from "./http/safety-headers.js";
import { keptSecret } from "./kept-secret.js";
import { createMail } from "./mail/create-mail.js";
import { openObjectStore } from "./storage/open-object-store.js";

export interface ServiceSettings {
  config: Config;
  /** Where people and readers reach the service. */
  origin: string;
  log: Logger;
  /** Off only where many people share one address by design, as in tests. */
  rateLimit?: boolean;
}

export type Services = Awaited<ReturnType<typeof openServices>>;

/** Opens everything that the features stand on, and the features: what a server and a command have in common. */
export async function openServices({ config, origin, log, rateLimit = true }: ServiceSettings) {
  const { dataFolder, databaseUrl, smtpUrl } = config;
  const secret = config.secret ?? (await keptSecret(dataFolder));
  const connection = await connectDatabase({ databaseUrl, dataFolder, log });
  const { pool, connectionString } = connection;
  const signals = new Signals({ connectionString }, log);
  const mail = createMail({ smtpUrl, origin, log });
  try {
    await migrateDatabase(pool, { log });
    await signals.start();
  } catch (error) {
    await signals.stop();
    await connection.close();
    throw error;
  }
  const database = openDatabase(pool);
  const runChange = createRunChange(database, signals);
  const models = new ModelCache(database, signals);
  const keys = createKeyVerifier({ database, signals, log });
  const { plans } = config;
  const clientAddress = createClientAddress(config.trustedProxies, () =>
    log.warn(
      "Requests come through a proxy that names visitors in X-Forwarded-For, and LINTEL_TRUSTED_PROXIES does not say whether to believe it: limits count all its visitors as one address.",
    ),
  );
  const limits = rateLimit ? createLimits({ pool, settings: config.budgets, secret, log }) : noLimits;
  const meter = new RequestMeter(database, plans);
  const overCap = new OverCap(database, plans);
  const accounts = accountsWhenNeeded({ database, origin, secret, mail, log, clientAddress, rateLimit });
  const store = openObjectStore(config.s3, join(dataFolder, "assets"));
  const assetFolder = join(dataFolder, "asset-work");
  const assets = createAssetServices({
    database,
    runChange,
    models,
    plans,
    store,
    folder: assetFolder,
    origin,
    log,
    limits: config.assetLimits,
    clientAddress: isTold(config.trustedProxies) ? clientAddress : undefined,
  });

  const stripe = createStripeBilling({ database, runChange, plans, origin, log, settings: config.stripe });
  const delivery = createDelivery({
    database,
    signals,
    models,
    origin,
    headers: safetyHeaders,
    ...(config.answerCacheBytes && { cacheBytes: config.answerCacheBytes }),
  });

  const events = createEvents({ database, overCap, retentionDays: config.eventDays });
  const webhooks = createWebhooks({
    database,
    runChange,
    signals,
    mail,
    origin,
    log,
    allowPrivate: config.allowPrivateWebhooks,
    secret,
    previousSecret: config.previousSecret,
  });
  const reader = new EventReader(events);
  const analytics = { database, reader, runChange, models, now: events.now };

  return {
    origin,
    log,
    dataFolder,
    secret,
    connection,
    database,
    signals,
    mail,
    runChange,
    models,
    keys,
    plans,
    clientAddress,
    limits,
    meter,
    overCap,
    stripe,
    accounts,
    assets,
    delivery,
    events,
    webhooks,
    analytics,
    findRole: createFindRole(database),
    /** Leaves in the order in which nothing needs what is gone already. */
    async close(): Promise<void> {
      delivery.close();
      await events.close();
      await keys.close();
      await mail.close();
      await signals.stop();
      await connection.close();
    },
  };
}
