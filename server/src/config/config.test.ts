import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { configErrors } from "../testing/config-errors.ts";
import { parseConfig } from "./config.ts";
import type { RawSettings } from "./config-sources.ts";
import { secretSettings } from "./settings.ts";

const secret = "x".repeat(32);
const certificateFile = fileURLToPath(new URL("../platform/http/testing/test-only-certificate.pem", import.meta.url));
const keyFile = fileURLToPath(new URL("../platform/http/testing/test-only-key.pem", import.meta.url));

test("without settings the service runs standalone on port 3000 of this machine", () => {
  const config = parseConfig({});

  expect(config).toEqual({
    host: "127.0.0.1",
    port: 3000,
    dataFolder: resolve("data"),
    databaseUrl: undefined,
    databaseReplicaUrl: undefined,
    databaseWorkers: undefined,
    databaseMoveUrl: undefined,
    databaseOwnerUrl: undefined,
    postgresPrograms: "",
    processes: expect.any(Number),
    databasePool: expect.any(Number),
    databaseWaitMs: 60_000,
    shutdownDelayMs: undefined,
    redisUrl: undefined,
    firstOrgSlug: "demo",
    role: "all",
    rateLimit: 100,
    orgRateLimit: 1000,
    outboundAllowedRanges: [],
    outboundRoute: { sourceAddress: undefined, proxyUrl: undefined },
    actionsFolder: undefined,
    secrets: undefined,
    backupPassphrase: undefined,
    publicUrl: undefined,
    securityContacts: [],
    corsOrigins: [],
    bodyBytesMax: 10_485_760,
    batchBytesMax: 104_857_600,
    uploadBytesMax: 5_368_709_120,
    pageBytesMax: 8_388_608,
    largeAnswersBytesMax: undefined,
    largeBodiesBytesMax: undefined,
    statementTimeoutMs: 30_000,
    caps: { workflowsMax: 500, webhooksMax: 100, inboundWebhooksMax: 100, apiKeysMax: 1_000 },
    urlBytesMax: 16_384,
    jsonDepthMax: 64,
    logLevel: "info",
    logSampleRate: 1,
    metricsToken: undefined,
    operatorToken: undefined,
    metricsAccess: "loopback",
    metricsOrgsMax: 0,
    auditRetentionDays: 400,
    tls: undefined,
    trustProxy: false,
    s3: undefined,
    smtpUrl: undefined,
    smtpFrom: "Weft <weft@localhost>",
  });
});

const withDatabase = { DATABASE_URL: "postgres://weft@db/weft", WEFT_SECRET: secret };

test.each<[RawSettings, object]>([
  [{ PORT: "0" }, { port: 0 }],
  [{ PORT: "65535" }, { port: 65_535 }],
  [{ HOST: "::" }, { host: "::" }],
  [{ DATA_DIR: "/var/lib/weft" }, { dataFolder: "/var/lib/weft" }],
  [withDatabase, { databaseUrl: "postgres://weft@db/weft", secrets: [secret] }],
  [{ ...withDatabase, DATABASE_URL: "socket:/run/pg?db=weft" }, { databaseUrl: "socket:/run/pg?db=weft" }],
  [
    { ...withDatabase, DATABASE_REPLICA_URL: "postgresql://replica/weft" },
    { databaseReplicaUrl: "postgresql://replica/weft" },
  ],
  [{ DATABASE_POOL: "3" }, { databasePool: 3 }],
  [{ ...withDatabase, DATABASE_WORKERS: "on" }, { databaseWorkers: new Map() }],
  [{ SHUTDOWN_DELAY: "300" }, { shutdownDelayMs: 300_000 }],
  [{ DATABASE_WAIT_SECONDS: "0" }, { databaseWaitMs: 0 }],
  [{ REDIS_URL: "rediss://cache" }, { redisUrl: "rediss://cache" }],
  [{ WEFT_ORG: "a-1" }, { firstOrgSlug: "a-1" }],
  [{ WEFT_ROLE: "worker" }, { role: "worker" }],
  [{ WEFT_RATE_LIMIT: "off" }, { rateLimit: "off", orgRateLimit: "off" }],
  [{ WEFT_RATE_LIMIT: "1" }, { rateLimit: 1, orgRateLimit: 10 }],
  [{ WEFT_ORG_RATE_LIMIT: "7" }, { rateLimit: 100, orgRateLimit: 7 }],
  [{ WEFT_SECRET: secret }, { secrets: [secret] }],
  [{ WEFT_PUBLIC_URL: "https://weft.example//" }, { publicUrl: "https://weft.example" }],
  [
    { WEFT_CORS_ORIGINS: " https://a.example, http://localhost:3000 ," },
    { corsOrigins: ["https://a.example", "http://localhost:3000"] },
  ],
  [{ WEFT_BODY_BYTES_MAX: "1024" }, { bodyBytesMax: 1024 }],
  [{ WEFT_URL_BYTES_MAX: "1048576" }, { urlBytesMax: 1_048_576 }],
  [{ WEFT_JSON_DEPTH_MAX: "4" }, { jsonDepthMax: 4 }],
  [{ LOG_LEVEL: "silent" }, { logLevel: "silent" }],
  [{ LOG_SAMPLE_RATE: "0.05" }, { logSampleRate: 0.05 }],
  [{ METRICS_ACCESS: "all" }, { metricsAccess: "all" }],
  [{ METRICS_TOKEN: "0123456789abcdef" }, { metricsToken: "0123456789abcdef" }],
  [{ TRUST_PROXY: "true" }, { trustProxy: true }],
  [{ TRUST_PROXY: "2" }, { trustProxy: 2 }],
  [{ TRUST_PROXY: "10.0.0.0/8, ::1" }, { trustProxy: ["10.0.0.0/8", "::1"] }],
  [{ SMTP_URL: "smtps://mail.example" }, { smtpUrl: "smtps://mail.example" }],
  [{ SMTP_FROM: "plm@fashion.example" }, { smtpFrom: "plm@fashion.example" }],
  [{ SMTP_FROM: "PLM Größe <plm@fashion.example>" }, { smtpFrom: "PLM Größe <plm@fashion.example>" }],
  [{ WEFT_PUBLIC_URL: "https://weft.example:8443/" }, { smtpFrom: "Weft <weft@weft.example>" }],
  [{ WEFT_SECRET: `${secret},${"y".repeat(32)}` }, { secrets: [secret, "y".repeat(32)] }],
])("%j is accepted", (raw, expected) => {
  expect(parseConfig(raw)).toMatchObject(expected);
});

test("TLS is given by paths or by the PEM texts", () => {
  const byPaths = parseConfig({ TLS_CERT: certificateFile, TLS_KEY: keyFile });

  const byTexts = parseConfig({ TLS_CERT: `\n${byPaths.tls?.cert}`, TLS_KEY: byPaths.tls?.key ?? "" });

  expect(byPaths.tls?.cert).toMatch(/^-----BEGIN CERTIFICATE/);
  expect(byTexts.tls).toEqual({ cert: `\n${byPaths.tls?.cert}`, key: byPaths.tls?.key });
});

test("outbound ranges are parsed", () => {
  const config = parseConfig({ WEFT_OUTBOUND_ALLOW: "10.20.0.0/16, fd00:1::/32" });

  expect(config.outboundAllowedRanges.map(({ prefixBits }) => prefixBits)).toEqual([16, 32]);
});

test("the outbound route is parsed", () => {
  const { outboundRoute } = parseConfig({
    WEFT_OUTBOUND_SOURCE: "203.0.113.7",
    WEFT_OUTBOUND_PROXY: "http://proxy:3128",
  });

  expect(outboundRoute).toEqual({ sourceAddress: "203.0.113.7", proxyUrl: new URL("http://proxy:3128") });
  expect(() => parseConfig({ WEFT_OUTBOUND_SOURCE: "here" })).toThrow("WEFT_OUTBOUND_SOURCE");
  expect(() => parseConfig({ WEFT_OUTBOUND_PROXY: "ftp://proxy" })).toThrow("WEFT_OUTBOUND_PROXY");
});

const portError = "PORT: must be a whole number from 0 to 65535";
const slugError = "WEFT_ORG: must have up to 63 characters: a–z, 0–9 and inner hyphens";
const senderError = "must be an address, such as weft@example.com or Weft <weft@example.com>";
const databaseError = "must be a URL that starts with postgres:// or postgresql:// or socket://";
const pairError = "TLS_CERT and TLS_KEY: the private key does not belong to the certificate";

test.each<[RawSettings, string]>([
  [{ PORT: "65536" }, portError],
  [{ PORT: "-1" }, portError],
  [{ PORT: "80.5" }, portError],
  [{ PORT: "http" }, portError],
  [{ DATABASE_URL: "mysql://db", WEFT_SECRET: secret }, `DATABASE_URL: ${databaseError}`],
  [
    { ...withDatabase, DATABASE_URL: "postgres://db1,db2/weft" },
    "DATABASE_URL: must contain target_session_attrs=read-write, because it names several hosts",
  ],
  [
    { ...withDatabase, DATABASE_REPLICA_URL: "postgres://db1,db2/weft" },
    "DATABASE_REPLICA_URL: must contain target_session_attrs=standby, because it names several hosts",
  ],
  [{ ...withDatabase, DATABASE_REPLICA_URL: "replica" }, `DATABASE_REPLICA_URL: ${databaseError}`],
  [{ DATABASE_POOL: "2" }, "DATABASE_POOL: must be a whole number from 3 to 1000"],
  [{ SHUTDOWN_DELAY: "301" }, "SHUTDOWN_DELAY: must be a whole number from 0 to 300"],
  [{ REDIS_URL: "cache:6379" }, "REDIS_URL: must be a URL that starts with redis:// or rediss://"],
  [{ WEFT_ORG: "-a" }, slugError],
  [{ WEFT_ORG: "Demo" }, slugError],
  [{ WEFT_ORG: "a".repeat(64) }, slugError],
  [{ WEFT_ROLE: "primary" }, "WEFT_ROLE: must be all, api or worker"],
  [{ WEFT_RATE_LIMIT: "0" }, "WEFT_RATE_LIMIT: must be a whole number from 1 to 1000000"],
  [{ WEFT_RATE_LIMIT: "on" }, "WEFT_RATE_LIMIT: must be off, or requests per second from 1"],
  [
    { WEFT_OUTBOUND_ALLOW: "10.0.0.0" },
    'WEFT_OUTBOUND_ALLOW: "10.0.0.0" is not an address range. Write it as 10.20.0.0/16 or fd00:1::/32.',
  ],
  [{ WEFT_SECRET: "x".repeat(31) }, "WEFT_SECRET: must have at least 32 characters"],
  [{ WEFT_PUBLIC_URL: "weft.example" }, "WEFT_PUBLIC_URL: must be a URL that starts with http:// or https://"],
  [
    { WEFT_CORS_ORIGINS: "https://a.example/" },
    'WEFT_CORS_ORIGINS: "https://a.example/" is not an origin. Write it as https://shop.example, without a path, or *.',
  ],
  [{ WEFT_BODY_BYTES_MAX: "1023" }, "WEFT_BODY_BYTES_MAX: must be a whole number from 1024 to 1073741824"],
  [{ WEFT_URL_BYTES_MAX: "1048577" }, "WEFT_URL_BYTES_MAX: must be a whole number from 1024 to 1048576"],
  [{ WEFT_JSON_DEPTH_MAX: "3" }, "WEFT_JSON_DEPTH_MAX: must be a whole number from 4 to 512"],
  [{ LOG_SAMPLE_RATE: "2" }, "LOG_SAMPLE_RATE: must be a number from 0 to 1"],
  [{ WEFT_SECRET: `${secret} short` }, "WEFT_SECRET: must have at least 32 characters"],
  [{ SMTP_FROM: "weft" }, `SMTP_FROM: ${senderError}`],
  [{ SMTP_FROM: "a@x.example, b@x.example" }, `SMTP_FROM: ${senderError}`],
  [{ SMTP_FROM: "a@x.example\nBcc: b@x.example" }, `SMTP_FROM: ${senderError}`],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent"],
  [
    { WEFT_SECURITY_CONTACT: "security@example.com" },
    'WEFT_SECURITY_CONTACT: "security@example.com" is not a contact. Write it as mailto:security@example.com, https://… or tel:….',
  ],
  [{ METRICS_ACCESS: "some" }, "METRICS_ACCESS: must be loopback or all"],
  [{ METRICS_TOKEN: "short" }, "METRICS_TOKEN: must have at least 16 characters"],
  [
    { WEFT_OPERATOR_TOKEN: "a token with spaces, which no header can carry" },
    "WEFT_OPERATOR_TOKEN: must have at least 32 characters: letters, digits and signs, without spaces",
  ],
  [{ TRUST_PROXY: "yes" }, 'TRUST_PROXY: "yes" is neither true, false, a number of hops, an address nor a CIDR range'],
  [
    { TRUST_PROXY: "10.0.0.0/33" },
    'TRUST_PROXY: "10.0.0.0/33" is neither true, false, a number of hops, an address nor a CIDR range',
  ],
  [{ TLS_CERT: certificateFile }, "TLS_CERT and TLS_KEY: set both or neither"],
  [{ TLS_CERT: "/nowhere", TLS_KEY: keyFile }, "TLS_CERT: is neither PEM nor the path of a readable file"],
  [{ TLS_CERT: certificateFile, TLS_KEY: certificateFile }, pairError],
  [{ TLS_CERT: keyFile, TLS_KEY: keyFile }, pairError],
  [{ SMTP_URL: "https://mail.example" }, "SMTP_URL: must be a URL that starts with smtp:// or smtps://"],
  [{ DATABASE_URL: "postgres://db" }, "WEFT_SECRET: is required with DATABASE_URL, and must be the same on every node"],
  [{ DATABASE_REPLICA_URL: "postgres://db" }, "DATABASE_REPLICA_URL: requires DATABASE_URL"],
  [{ DATABASE_WORKERS: "on" }, "DATABASE_WORKERS: requires DATABASE_URL"],
])("%j is rejected", (raw, error) => {
  expect(configErrors(() => parseConfig(raw))).toEqual([error]);
});

test("all errors are reported at once, including those between settings", () => {
  const raw = {
    PORT: "x",
    WEFT_ROLE: "y",
    DATABASE_URL: "postgres://db",
    S3_BUCKET: "b",
    TRUST_PROXY: "z",
    TLS_CERT: "c",
  };

  const errors = configErrors(() => parseConfig(raw, ["one from before"]));

  expect(errors.map((error) => error.split(":")[0])).toEqual([
    "one from before",
    "PORT",
    "WEFT_ROLE",
    "WEFT_SECRET",
    "TLS_CERT and TLS_KEY",
    "S3_BUCKET",
    "TRUST_PROXY",
    "TLS_CERT",
  ]);
});

test("the error message has one line per error", () => {
  const read = () => parseConfig({ PORT: "x", LOG_LEVEL: "y" });

  expect(read).toThrow(/^Invalid configuration:\n {2}- PORT: must be .*\n {2}- LOG_LEVEL: must be .*$/);
});

test("no error shows the value of a secret", () => {
  const password = "pa55word-in-clear";
  const raw = Object.fromEntries(secretSettings.map((name) => [name, password]));
  const urls = { DATABASE_URL: `mysql://weft:${password}@db/weft`, SMTP_URL: `https://weft:${password}@mail` };
  const hosts = { DATABASE_URL: `postgres://weft:${password}@db,weft:${password}` };
  const unmarkedKey = { TLS_CERT: certificateFile, TLS_KEY: `${password}\n` };

  const errors = [{ ...raw }, { ...raw, ...urls }, hosts, unmarkedKey].flatMap((given) =>
    configErrors(() => parseConfig(given)),
  );

  expect(errors.length).toBeGreaterThan(10);
  expect(errors.join("\n")).not.toContain(password);
});
