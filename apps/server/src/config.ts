import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import type { AssetLimits } from "./features/assets/asset-services.js";
import {
  billingSecrets,
  billingSettings,
  problemsOfBilling,
  toCatalog,
  toStripe,
} from "./features/billing/billing-settings.js";
import type { PlanCatalog } from "./features/billing/plans.js";
import type { StripeSettings } from "./features/billing/stripe/stripe-settings.js";
import type { BudgetSettings } from "./features/limits/budget-settings.js";
import type { TrustedProxies } from "./features/limits/client-address.js";
import { limitSettings, toBudgets, toTrustedProxies } from "./features/limits/limit-settings.js";
import { count, isOrigin, text, url } from "./setting-values.js";
import type { S3Settings } from "./storage/s3-settings.js";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export interface Config {
  port: number;
  /** The address to listen on. */
  host: string;
  /** Where people and readers reach the service. Undefined: at `localhost` and the port that is listened on. */
  origin: string | undefined;
  /** Absolute. */
  dataFolder: string;
  /** Undefined: the one kept in the data folder. */
  secret: string | undefined;
  /** What `secret` was before: what it sealed still opens, and is sealed anew. */
  previousSecret: string | undefined;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Undefined: files live in the data folder. */
  s3: S3Settings | undefined;
  /** What is absent is as usual. */
  assetLimits: Partial<AssetLimits>;
  /** Bytes of memory that kept answers may take. Undefined: what delivery takes by itself. */
  answerCacheBytes: number | undefined;
  /** How many days analytics events are kept. */
  eventDays: number;
  budgets: BudgetSettings;
  trustedProxies: TrustedProxies;
  plans: PlanCatalog;
  /** Undefined: plans are not for sale here. */
  stripe: StripeSettings | undefined;
  /** Undefined: mail is written to the log. */
  smtpUrl: string | undefined;
  /** Webhooks may go over plain http and to private addresses: for development and tests. */
  allowPrivateWebhooks: boolean;
  /** Undefined: metrics answer to this machine only. */
  metricsToken: string | undefined;
  logLevel: (typeof logLevels)[number];
}

export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(
      `${problems.length === 1 ? "A setting is" : `${problems.length} settings are`} wrong:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
  }
}

const settings = z.object({
  PORT: text("a whole number from 0 to 65535", (value) => /^\d{1,5}$/.test(value) && Number(value) < 65_536)
    .transform(Number)
    .default(4000),
  HOST: text(
    "an address to listen on, as 127.0.0.1 or 0.0.0.0",
    (value) => isIP(value) !== 0 || value === "localhost",
  ).optional(),
  LINTEL_ORIGIN: text(
    "the address people use, with no path and no slash at its end, as https://content.example.org",
    isOrigin,
  ).optional(),
  LINTEL_DATA: z.string().default("./.lintel"),
  LINTEL_SECRET: text(
    "at least 32 characters, for instance what `openssl rand -base64 32` prints",
    (value) => value.length >= 32,
  ).optional(),
  LINTEL_SECRET_PREVIOUS: text("what LINTEL_SECRET was before", (value) => value.length >= 32).optional(),
  LINTEL_ALLOW_PRIVATE_WEBHOOKS: z
    .enum(["0", "1"], {
      error: "1 for webhooks to plain http and private addresses, or 0 for public ones only",
    })
    .optional(),
  DATABASE_URL: text(
    "the address of a PostgreSQL database, as postgres://user:password@host:5432/lintel",
    // Not as a URL: one that names a socket's folder has no host, which is none to `URL`.
    (value) => /^postgres(?:ql)?:\/\/./.test(value),
  ).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ENDPOINT: text(
    "the address of the S3 server without the bucket, as https://s3.example.org",
    url(["http:", "https:"]),
  ).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_SESSION_TOKEN: z.string().optional(),
  S3_PATH_STYLE: z
    .enum(["0", "1"], { error: "1 for the bucket in the path, or 0 for before the host" })
    .optional(),
  SMTP_URL: text(
    "the address of a mail server, as smtps://user:password@mail.example.org",
    url(["smtp:", "smtps:"]),
  ).optional(),
  LINTEL_UPLOAD_MB: count("the megabytes that an upload may have, from 1 to 5000", 5_000),
  LINTEL_IMAGE_MEGAPIXELS: count("the millions of pixels that an image may have, from 1 to 1000", 1_000),
  LINTEL_IMAGE_CACHE_MB: count(
    "the megabytes that variants of images may take on disk, from 1 to 1000000",
    1_000_000,
  ),
  LINTEL_ANSWER_CACHE_MB: count(
    "the megabytes of memory that kept answers may take, from 1 to 100000",
    100_000,
  ),
  LINTEL_EVENT_DAYS: count("the days that analytics events are kept, from 2 to 3650", 3_650).refine(
    (days) => days !== 1,
    "the days that analytics events are kept, from 2 to 3650",
  ),
  ...limitSettings,
  ...billingSettings,
  LINTEL_METRICS_TOKEN: text("at least 16 characters", (value) => value.length >= 16).optional(),
  LINTEL_LOG_LEVEL: z.enum(logLevels, { error: `one of ${logLevels.join(", ")}` }).default("info"),
});

type Settings = z.infer<typeof settings>;

const secrets = new Set([
  "LINTEL_SECRET",
  "LINTEL_SECRET_PREVIOUS",
  "DATABASE_URL",
  "SMTP_URL",
  "LINTEL_METRICS_TOKEN",
  ...billingSecrets,
]);

/** Reads every setting from the environment, and names all that are wrong at once. An empty one is not set. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const read = settings.safeParse(given);
  const problems = [
    ...(read.success ? [] : read.error.issues.map((issue) => describe(String(issue.path[0]), issue, given))),
    ...missingOfS3(given),
    ...problemsOfBilling(given),
  ];
  if (problems.length > 0 || !read.success) throw new ConfigError(problems);
  const { data } = read;
  return {
    port: data.PORT,
    host: data.HOST ?? defaultHost(data.LINTEL_ORIGIN),
    origin: data.LINTEL_ORIGIN,
    dataFolder: resolve(data.LINTEL_DATA),
    secret: data.LINTEL_SECRET,
    previousSecret: data.LINTEL_SECRET_PREVIOUS,
    databaseUrl: data.DATABASE_URL,
    s3: s3Settings(data),
    assetLimits: assetLimits(data),
    answerCacheBytes: data.LINTEL_ANSWER_CACHE_MB && data.LINTEL_ANSWER_CACHE_MB * mebibyte,
    eventDays: data.LINTEL_EVENT_DAYS ?? 90,
    budgets: toBudgets(data),
    trustedProxies: toTrustedProxies(data),
    plans: toCatalog(data),
    stripe: toStripe(data),
    smtpUrl: data.SMTP_URL,
    allowPrivateWebhooks: data.LINTEL_ALLOW_PRIVATE_WEBHOOKS === "1",
    metricsToken: data.LINTEL_METRICS_TOKEN,
    logLevel: data.LINTEL_LOG_LEVEL,
  };
}

function describe(
  name: string,
  issue: { message: string },
  given: Record<string, string | undefined>,
): string {
  const value = given[name] ?? "";
  const shown = secrets.has(name) ? `${value.length} characters long` : JSON.stringify(value);
  return `${name} is ${shown}. Set ${issue.message}.`;
}

/** Whoever names one setting of S3 wants S3, so half of them is a mistake. */
function missingOfS3(given: Record<string, string | undefined>): string[] {
  const named = Object.keys(settings.shape).filter((name) => name.startsWith("S3_") && given[name]);
  if (named.length === 0) return [];
  return ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]
    .filter((name) => !given[name])
    .map(
      (name) => `${name} is missing. Set it, because ${named[0]} is set, or remove all that start with S3_.`,
    );
}

function s3Settings(data: Settings): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = data;
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined;
  return {
    bucket,
    accessKeyId,
    secretAccessKey,
    region: data.S3_REGION,
    endpoint: data.S3_ENDPOINT ?? `https://s3.${data.S3_REGION}.amazonaws.com`,
    // Amazon wants the bucket before the host, nearly all other servers want it in the path.
    pathStyle: data.S3_PATH_STYLE ? data.S3_PATH_STYLE === "1" : data.S3_ENDPOINT !== undefined,
    ...(data.S3_SESSION_TOKEN && { sessionToken: data.S3_SESSION_TOKEN }),
  };
}

const mebibyte = 1024 * 1024;

function assetLimits(data: Settings): Partial<AssetLimits> {
  const { LINTEL_UPLOAD_MB: upload, LINTEL_IMAGE_MEGAPIXELS: image, LINTEL_IMAGE_CACHE_MB: cache } = data;
  return {
    ...(upload && { uploadBytes: upload * mebibyte }),
    ...(image && { pixels: image * 1_000_000 }),
    ...(cache && { variantBytes: cache * mebibyte }),
  };
}

/**
 * A service that was told its public address is meant to be reached from outside; one that was not is somebody's
 * trial, and stays on this machine.
 */
function defaultHost(origin: string | undefined): string {
  const name = origin && new URL(origin).hostname;
  return !name || ["localhost", "127.0.0.1", "[::1]"].includes(name) ? "127.0.0.1" : "0.0.0.0";
}

/** Whether this process was started by a script of npm, which passes no signal on. */
export function startedByNpm(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment.npm_lifecycle_event !== undefined;
}
