import { purgeExpired } from "../features/accounts/purge-expired.js";
import type { AssetServices } from "../features/assets/asset-services.js";
import { purgeDeletedAssets } from "../features/assets/jobs/purge-deleted.js";
import { sweepFiles } from "../features/assets/jobs/sweep-files.js";
import { purgeStripeEvents } from "../features/billing/stripe/purge-events.js";
import type { StripeBilling } from "../features/billing/stripe/stripe-billing.js";
import { syncSeats } from "../features/billing/stripe/sync-seats.js";
import { purgeDeletedEntries, purgeFolded } from "../features/entries/purge-deleted-entries.js";
import type { Events } from "../features/events/events.js";
import { keepStorage } from "../features/events/jobs/keep-storage.js";
import { rollUp } from "../features/events/rollups/roll-up.js";
import { purgeFullBudgets } from "../features/limits/purge-full.js";
import { purgeCounts } from "../features/tracking-plan/purge-counts.js";
import { purgeEvents } from "../features/webhook-events/purge-events.js";
import { purgeDeliveries } from "../features/webhooks/jobs/purge-deliveries.js";
import { resealSecrets } from "../features/webhooks/reseal-secrets.js";
import type { WebhookServices } from "../features/webhooks/webhook-services.js";
import { defineJob, type Job } from "./job.js";

const hour = 60;

export interface JobServices {
  assets: AssetServices;
  events: Events;
  stripe: StripeBilling | undefined;
  webhooks: WebhookServices;
}

/** All periodic jobs of the service. */
export function allJobs({ assets: services, events, stripe, webhooks }: JobServices): Job[] {
  return [
    defineJob({
      name: "entries.purge",
      everyMinutes: hour,
      run: async () => ({ purged: await purgeDeletedEntries(services.database, new Date()) }),
    }),
    defineJob({ name: "accounts.purge", everyMinutes: hour, run: () => purgeExpired(services.database) }),
    defineJob({
      name: "versions.purge",
      everyMinutes: hour,
      run: async () => ({ purged: await purgeFolded(services.database, new Date()) }),
    }),
    defineJob({
      name: "webhook-events.purge",
      everyMinutes: hour,
      run: async () => ({ purged: await purgeEvents(services.database, new Date()) }),
    }),
    defineJob({ name: "assets.purge", everyMinutes: hour, run: () => purgeDeletedAssets(services) }),
    defineJob({
      name: "limits.purge",
      everyMinutes: 10,
      run: () => purgeFullBudgets(services.database),
    }),
    ...(stripe ? stripeJobs(stripe) : []),
    defineJob({ name: "assets.sweep", everyMinutes: hour, run: () => sweepFiles(services) }),
    ...eventJobs(events),
    ...webhookJobs(webhooks),
  ];
}

const eventJobs = (events: Events): Job[] => [
  defineJob({
    name: "events.rollup",
    everyMinutes: 1,
    run: () => rollUp(events.database, events.now, events.rests),
  }),
  defineJob({
    name: "trackingPlan.purge",
    everyMinutes: hour,
    run: async () => ({ purged: await purgeCounts(events.database, events.now()) }),
  }),
  defineJob({ name: "events.storage", everyMinutes: hour, run: () => keepStorage(events) }),
];

function stripeJobs(stripe: StripeBilling): Job[] {
  return [
    defineJob({ name: "billing.seats", everyMinutes: 1, run: () => syncSeats(stripe) }),
    defineJob({
      name: "billing.purge",
      everyMinutes: hour,
      run: () => purgeStripeEvents(stripe, new Date()),
    }),
  ];
}
const webhookJobs = (webhooks: WebhookServices): Job[] => [
  defineJob({
    name: "webhooks.purge",
    everyMinutes: hour,
    run: () => purgeDeliveries(webhooks.database, new Date()),
  }),
  defineJob({ name: "webhooks.reseal", everyMinutes: hour, run: () => resealSecrets(webhooks) }),
];
