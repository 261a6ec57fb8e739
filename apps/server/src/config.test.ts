import { resolve } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.js";

function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test("an empty environment is enough", () => {
  expect(readConfig({})).toMatchObject({
    port: 4000,
    host: "127.0.0.1",
    origin: undefined,
    dataFolder: resolve(".lintel"),
    databaseUrl: undefined,
    s3: undefined,
    logLevel: "info",
  });
});

test("an empty variable is one that is not set", () => {
  expect(readConfig({ PORT: "", LINTEL_ORIGIN: "", S3_BUCKET: "" })).toEqual(readConfig({}));
});

test("every bad setting is reported at once, by name, value and remedy", () => {
  const problems = problemsOf({
    PORT: "65536",
    HOST: "everywhere",
    LINTEL_ORIGIN: "https://content.example.org/",
    LINTEL_LOG_LEVEL: "loud",
    S3_BUCKET: "files",
    S3_ENDPOINT: "files",
    S3_PATH_STYLE: "yes",
  });
  expect(problems).toEqual([
    'PORT is "65536". Set a whole number from 0 to 65535.',
    'HOST is "everywhere". Set an address to listen on, as 127.0.0.1 or 0.0.0.0.',
    'LINTEL_ORIGIN is "https://content.example.org/". Set the address people use, with no path and no slash at its end, as https://content.example.org.',
    'S3_ENDPOINT is "files". Set the address of the S3 server without the bucket, as https://s3.example.org.',
    'S3_PATH_STYLE is "yes". Set 1 for the bucket in the path, or 0 for before the host.',
    'LINTEL_LOG_LEVEL is "loud". Set one of fatal, error, warn, info, debug, trace, silent.',
    "S3_ACCESS_KEY_ID is missing. Set it, because S3_BUCKET is set, or remove all that start with S3_.",
    "S3_SECRET_ACCESS_KEY is missing. Set it, because S3_BUCKET is set, or remove all that start with S3_.",
  ]);
});

test.each(["PORT", "LINTEL_ORIGIN", "DATABASE_URL", "SMTP_URL"])("%s refuses what is none", (name) => {
  expect(problemsOf({ [name]: "nonsense" })).toHaveLength(1);
});

test.each(["1e3", "-1", " 80", "0x50"])("PORT does not take %j for a number", (PORT) => {
  expect(problemsOf({ PORT })).toHaveLength(1);
});

test("a report never shows a secret", () => {
  const report = problemsOf({
    LINTEL_SECRET: "hunter2",
    DATABASE_URL: "mysql://me:hunter2@db",
    LINTEL_METRICS_TOKEN: "hunter2",
    SMTP_URL: "me:hunter2@mail",
  }).join();
  expect(report).not.toContain("hunter2");
  expect(report).toContain("LINTEL_SECRET is 7 characters long. Set at least 32 characters");
});

test("the memory for kept answers is a number of megabytes", () => {
  expect(readConfig({}).answerCacheBytes).toBeUndefined();
  expect(readConfig({ LINTEL_ANSWER_CACHE_MB: "2" }).answerCacheBytes).toBe(2_097_152);
  expect(problemsOf({ LINTEL_ANSWER_CACHE_MB: "0" })).toHaveLength(1);
});

test("the limits of assets are whole numbers within bounds, and absent when not set", () => {
  expect(readConfig({}).assetLimits).toEqual({});
  const set = { LINTEL_UPLOAD_MB: "20", LINTEL_IMAGE_MEGAPIXELS: "12", LINTEL_IMAGE_CACHE_MB: "64" };
  expect(readConfig(set).assetLimits).toEqual({
    uploadBytes: 20_971_520,
    pixels: 12_000_000,
    variantBytes: 67_108_864,
  });
  for (const value of ["0", "-1", "1.5", "5001", "1e3", "much"]) {
    expect(problemsOf({ LINTEL_UPLOAD_MB: value })).toEqual([
      `LINTEL_UPLOAD_MB is "${value}". Set the megabytes that an upload may have, from 1 to 5000.`,
    ]);
  }
});

test("a public origin is listened for on all addresses, unless an address is named", () => {
  expect(readConfig({ LINTEL_ORIGIN: "https://content.example.org" }).host).toBe("0.0.0.0");
  expect(readConfig({ LINTEL_ORIGIN: "http://localhost:5000" }).host).toBe("127.0.0.1");
  expect(readConfig({ LINTEL_ORIGIN: "https://content.example.org", HOST: "::1" }).host).toBe("::1");
});

test("the bucket stands before Amazon's host and in the path of any other server", () => {
  const keys = { S3_BUCKET: "files", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  expect(readConfig({ ...keys, S3_REGION: "eu-central-1" }).s3).toMatchObject({
    endpoint: "https://s3.eu-central-1.amazonaws.com",
    pathStyle: false,
  });
  const other = { ...keys, S3_ENDPOINT: "http://minio:9000" };
  expect(readConfig(other).s3).toMatchObject({ pathStyle: true });
  expect(readConfig({ ...other, S3_PATH_STYLE: "0" }).s3).toMatchObject({ pathStyle: false });
});

test("the usual limits and plans are those of the documentation", () => {
  expect(readConfig({})).toMatchObject({
    budgets: { api: 600, ingest: 6_000, address: 60 },
    trustedProxies: { hops: 0 },
    plans: { defaultPlan: "free", plans: { free: { members: 3, apiRequests: 10_000, events: 100_000 } } },
    stripe: undefined,
  });
});

test("proxies are trusted by their number, or by where they are", () => {
  expect(readConfig({ LINTEL_TRUSTED_PROXIES: "2" }).trustedProxies).toEqual({ hops: 2 });
  expect(readConfig({ LINTEL_TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::1" }).trustedProxies).toEqual({
    ranges: ["10.0.0.0/8", "2001:db8::1"],
  });
  for (const nonsense of ["all", "10.0.0.0/33", "10.0.0.0/8/8", "1,10.0.0.0/8", "-1"])
    expect(problemsOf({ LINTEL_TRUSTED_PROXIES: nonsense }), nonsense).toHaveLength(1);
});

test("plans are read as JSON, and what is wrong with them is said", () => {
  const free = { members: 1, apiRequests: null, storage: 5, events: 0 };
  const { plans } = readConfig({ LINTEL_PLANS: JSON.stringify({ free }) });
  expect(plans.named("free")).toEqual({ name: "free", plan: free });
  expect(plans.named("pro")).toEqual({ name: "free", plan: free });
  expect(problemsOf({ LINTEL_PLANS: "{" })[0]).toContain("it is no JSON");
  expect(problemsOf({ LINTEL_PLANS: "/nowhere/plans.json" })[0]).toContain("there is no such file (ENOENT)");
  expect(problemsOf({ LINTEL_PLANS: '{"free":{"members":0}}' })[0]).toContain("at free.members");
  expect(problemsOf({ LINTEL_DEFAULT_PLAN: "gold" })).toEqual([
    'LINTEL_DEFAULT_PLAN is "gold". Set one of free, pro, enterprise.',
  ]);
});

test("half of what Stripe needs is a mistake, and no secret is shown", () => {
  const problems = problemsOf({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PRICES: "gold=price_1" });
  expect(problems).toEqual([
    'STRIPE_PRICES names the plan "gold". Name any of free, pro, enterprise.',
    "STRIPE_WEBHOOK_SECRET is missing. Set it, because STRIPE_SECRET_KEY is set, or remove all that start with STRIPE_.",
  ]);
  expect(problemsOf({ STRIPE_WEBHOOK_SECRET: "hush hush" })[0]).not.toContain("hush");
  expect(
    readConfig({
      STRIPE_SECRET_KEY: "sk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      STRIPE_PRICES: "pro=price_1",
    }).stripe,
  ).toEqual({
    secretKey: "sk_test_1",
    webhookSecret: "whsec_1",
    prices: { pro: "price_1" },
    apiOrigin: "https://api.stripe.com",
  });
});
