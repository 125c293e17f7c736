import { z } from "zod";
import { databaseUrl, readTargets, workers, writtenTargets } from "../platform/database/database-url.ts";
import { jsonDepthMax } from "../platform/json-value.ts";
import { secretLengthMin, splitSecrets } from "../platform/secret-box.ts";
import { s3Settings } from "./s3-settings.ts";
import { encodedHeaders, encodedPairs, list, mailbox, poolMin, samplers, url, wholeNumber } from "./setting-values.ts";

/**
 * Every setting, by its name in the environment and in weft.config.yaml. The table in docs/configuration.md is
 * generated from this.
 */
export const settings = {
  PORT: wholeNumber(0, 65_535).default(3000).describe("The port to listen on; 0 uses a free port."),
  HOST: z
    .string()
    .default("127.0.0.1")
    .describe(
      "The address to listen on; of a host name, its first address. 0.0.0.0 makes the service reachable from the network.",
    ),
  DATA_DIR: z.string().default("./data").describe("The directory for the database, files and credentials."),
  DATABASE_URL: databaseUrl(writtenTargets)
    .optional()
    .describe(
      "The URL of a PostgreSQL 15 or newer. It may name several hosts, as in postgres://user@db1:5432,db2:5432/weft?target_session_attrs=read-write: the node uses the one that accepts writes. Default: the service starts its own.",
    ),
  DATABASE_OWNER_URL: databaseUrl(writtenTargets)
    .optional()
    .describe(
      "The URL of the same database for the role that owns its schema, if DATABASE_URL names a role that does not. Used to migrate, and by workers to create indexes.",
    ),
  DATABASE_REPLICA_URL: databaseUrl(readTargets)
    .optional()
    .describe(
      "The URL of a streaming replica. It may name several hosts, with target_session_attrs=standby. Used for charts, and for lists and history of callers that accept stale reads.",
    ),
  DATABASE_MOVE_URL: databaseUrl(writtenTargets).optional().describe("The URL of the target of weft admin move."),
  DATABASE_POOL: wholeNumber(poolMin, 1000)
    .optional()
    .describe(
      "Maximum number of connections to PostgreSQL per node, shared by its processes, including one of each that listens for changes. Loads of CSV files use up to 5 more while one runs. Default: 16, or 5 for each process if that is more.",
    ),
  DATABASE_WORKERS: workers
    .default("off")
    .describe(
      "On a database that Citus distributes: on sends requests of an organization to the worker that holds it, at the address that the coordinator has for it; off sends everything through the coordinator. If nodes reach workers at other addresses, list them as worker-1:5432=10.0.0.1:5432, the known address first. Each worker gets up to DATABASE_POOL connections per node.",
    ),
  REDIS_URL: url("redis:", "rediss:")
    .optional()
    .describe("The URL of a Redis where nodes share their rate counters, instead of PostgreSQL."),
  WEFT_POSTGRES_BIN: z
    .string()
    .default("")
    .describe(
      "Without DATABASE_URL: the folder with the programs of the PostgreSQL to run, such as /usr/lib/postgresql/18/bin, or bundled for the included one. Default: the included one, or one on this machine that has the same major version as the database and is newer.",
    ),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3_600)
    .default(60)
    .describe("How long a start waits for the PostgreSQL of DATABASE_URL before it fails."),
  SHUTDOWN_DELAY: wholeNumber(0, 300)
    .optional()
    .describe(
      "Seconds from a stop signal until the node closes its port. Meanwhile /health/ready returns 503 and requests are served, so that load balancers use other nodes. Default: 5, or 0 if the output is a terminal.",
    ),
  WEFT_ORG: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "must have up to 63 characters: a–z, 0–9 and inner hyphens")
    .default("demo")
    .describe("The slug of the organization that the first start creates."),
  WEFT_ROLE: z
    .enum(["all", "api", "worker"], { error: "must be all, api or worker" })
    .default("all")
    .describe("The role of this node: serve requests (api), run jobs (worker), or both (all)."),
  WEFT_PROCESSES: z
    .union([z.literal("auto"), wholeNumber(1, 64)], { error: "must be auto, or a number of processes from 1 to 64" })
    .default("auto")
    .describe(
      "How many processes serve requests. auto: one on a machine of up to 2 cores, else one less than it has cores, at most 16 and at most one for every 5 connections of DATABASE_POOL. The first of them also runs jobs.",
    ),
  WEFT_RATE_LIMIT: z
    .union([z.literal("off"), wholeNumber(1, 1_000_000)], { error: "must be off, or requests per second from 1" })
    .default(100)
    .describe("Requests per second for keys without their own rate limit (with bursts of twice as many), or off."),
  WEFT_ORG_RATE_LIMIT: z
    .union([z.literal("off"), wholeNumber(1, 10_000_000)], { error: "must be off, or requests per second from 1" })
    .optional()
    .describe(
      "Requests per second for all credentials of an organization together, or off. Default: 10 times WEFT_RATE_LIMIT.",
    ),
  WEFT_OUTBOUND_ALLOW: z
    .string()
    .default("")
    .describe("Private CIDR ranges, separated by commas, that outbound requests may reach."),
  WEFT_OUTBOUND_SOURCE: z
    .string()
    .optional()
    .describe("The source address of outbound requests on this machine, for receivers with allowlists."),
  WEFT_OUTBOUND_PROXY: z
    .string()
    .optional()
    .describe("An HTTP proxy, http://[user:password@]host:port, for all outbound requests (CONNECT)."),
  WEFT_ACTIONS_DIR: z
    .string()
    .optional()
    .describe("A directory of modules that add actions to workflows; loaded at start."),
  WEFT_SECRET: z
    .string()
    .transform(splitSecrets)
    .refine(
      (secrets) => secrets.every(({ length }) => length >= secretLengthMin),
      `must have at least ${secretLengthMin} characters`,
    )
    .optional()
    .describe(
      "Signs links and encrypts stored secrets. Former secrets may follow, separated by commas or whitespace, while they are rotated. Default: generated in DATA_DIR; required with DATABASE_URL.",
    ),
  WEFT_BACKUP_PASSPHRASE: z
    .string()
    .min(12, "must have at least 12 characters")
    .optional()
    .describe("Encrypts the files of weft admin backup, and decrypts them for weft admin restore."),
  WEFT_OPERATOR_TOKEN: z
    .string()
    .regex(/^[!-~]{32,}$/, "must have at least 32 characters: letters, digits and signs, without spaces")
    .optional()
    .describe(
      "Bearer token of the operator's API, /api/operator. Default: none, and these paths return 404. Create one with: openssl rand -hex 32.",
    ),
  WEFT_PUBLIC_URL: url("http:", "https:")
    .optional()
    .describe(
      "The URL by which users and identity providers reach the service. Set it behind a proxy. Default: that of the request, if its Host is a loopback name, the address or name that the service listens on, or in its certificate; otherwise the address of the connection.",
    ),
  WEFT_SECURITY_CONTACT: list
    .optional()
    .describe(
      "Where to report a vulnerability, as mailto:, https: or tel: URLs separated by commas. Shown at /.well-known/security.txt.",
    ),
  WEFT_CORS_ORIGINS: list
    .default([])
    .describe(
      "Web origins, separated by commas, whose pages may call the API with a key or token (never with a session), or * for all. Default: none.",
    ),
  WEFT_BODY_BYTES_MAX: wholeNumber(1024, 1_073_741_824).default(10_485_760).describe("Maximum size of a request body."),
  WEFT_BATCH_BYTES_MAX: wholeNumber(1024, 1_073_741_824).default(104_857_600).describe("Maximum size of a batch body."),
  WEFT_UPLOAD_BYTES_MAX: wholeNumber(1024, 1_099_511_627_776)
    .default(5_368_709_120)
    .describe("Maximum size of an uploaded file."),
  WEFT_PAGE_BYTES_MAX: wholeNumber(65_536, 1_073_741_824)
    .default(8_388_608)
    .describe("Maximum size of a list page. A page that would be larger ends early, with a nextPageKey."),
  WEFT_LARGE_ANSWERS_BYTES_MAX: wholeNumber(1_048_576, 1_099_511_627_776)
    .optional()
    .describe(
      "Bytes of large responses (over 256 KiB) that a node holds at once. Default: an eighth of its heap limit.",
    ),
  WEFT_LARGE_BODIES_BYTES_MAX: wholeNumber(1_048_576, 1_099_511_627_776)
    .optional()
    .describe(
      "Bytes of large request bodies (over 1 MiB) that a node processes at once. Default: an eighth of its heap limit.",
    ),
  WEFT_STATEMENT_TIMEOUT_SECONDS: wholeNumber(1, 3_600)
    .default(30)
    .describe("Timeout of a statement of an API request. Exports, type changes and jobs may take 20 times as long."),
  WEFT_WORKFLOWS_MAX: wholeNumber(1, 20_000).default(500).describe("Maximum number of workflows per organization."),
  WEFT_WEBHOOKS_MAX: wholeNumber(1, 5_000).default(100).describe("Maximum number of webhooks per organization."),
  WEFT_INBOUND_WEBHOOKS_MAX: wholeNumber(1, 20_000)
    .default(100)
    .describe("Maximum number of inbound webhooks per organization."),
  WEFT_API_KEYS_MAX: wholeNumber(1, 20_000)
    .default(1_000)
    .describe(
      "Maximum number of API keys per organization that are neither revoked nor expired. weft admin can always create one.",
    ),
  WEFT_URL_BYTES_MAX: wholeNumber(1024, 1_048_576).default(16_384).describe("Maximum length of a request URL."),
  WEFT_JSON_DEPTH_MAX: wholeNumber(4, 512).default(jsonDepthMax).describe("Maximum nesting depth of a JSON body."),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be fatal, error, warn, info, debug, trace or silent",
    })
    .default("info")
    .describe("Minimum log level."),
  LOG_SAMPLE_RATE: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a number from 0 to 1")
    .default("1")
    .describe(
      "The share of successful requests, from 0 to 1, that is logged. Failed requests, and those that take a second or longer, are always logged.",
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .optional()
    .describe("Bearer token for /metrics. If set, /metrics can be read from any address."),
  METRICS_ACCESS: z
    .enum(["loopback", "all"], { error: "must be loopback or all" })
    .default("loopback")
    .describe("Who may read /metrics without METRICS_TOKEN: direct requests from this machine (loopback), or all."),
  METRICS_ORGS_MAX: wholeNumber(0, 1_000)
    .default(0)
    .describe("How many organizations /metrics names with their backlog: those with the largest. Default: 0, none."),
  AUDIT_RETENTION_DAYS: wholeNumber(90, 36_500)
    .default(400)
    .describe("Retention of audit entries in days, at least 90, for organizations without their own setting."),
  TLS_CERT: z.string().optional().describe("A certificate chain: PEM, or the path of a PEM file."),
  TLS_KEY: z.string().optional().describe("Its private key: PEM, or the path of a PEM file."),
  TRUST_PROXY: z
    .string()
    .default("false")
    .describe("Whose X-Forwarded-* headers are trusted: true, false, a number of hops, or addresses and CIDR ranges."),
  ...s3Settings,
  SMTP_URL: url("smtp:", "smtps:").optional().describe("The URL of the SMTP server for email to owners."),
  SMTP_FROM: z
    .string()
    .regex(mailbox, "must be an address, such as weft@example.com or Weft <weft@example.com>")
    .optional()
    .describe("The sender of email. Default: weft@ followed by the host of WEFT_PUBLIC_URL, or by localhost."),
  OTEL_EXPORTER_OTLP_ENDPOINT: url("http:", "https:")
    .optional()
    .describe("The URL of an OpenTelemetry collector for traces (OTLP over HTTP), such as http://127.0.0.1:4318."),
  OTEL_EXPORTER_OTLP_HEADERS: encodedHeaders
    .optional()
    .describe("Headers for the collector, name=value and separated by commas. Other characters are percent-encoded."),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe("The name of this service in traces. Default: service.name of OTEL_RESOURCE_ATTRIBUTES, or weft."),
  OTEL_RESOURCE_ATTRIBUTES: encodedPairs
    .optional()
    .describe(
      "Attributes of this service in traces, name=value and separated by commas, such as deployment.environment.name=production. Other characters are percent-encoded. They replace those that the service sets itself: service.version, service.instance.id and weft.role.",
    ),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, `must be one of ${samplers.join(", ")}`)
    .default("parentbased_traceidratio")
    .describe(
      "Which traces are recorded: all (always_on), none (always_off) or a share of them (traceidratio). With parentbased_, callers that send traceparent decide about their own traces.",
    ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a number from 0 to 1")
    .default("1")
    .describe("The share of traces, from 0 to 1, that is recorded with traceidratio and parentbased_traceidratio."),
} as const;

export type SettingName = keyof typeof settings;

/** Settings that may also be given as the path of a file, by the name with the suffix _FILE. */
export const secretSettings = [
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_REPLICA_URL",
  "DATABASE_MOVE_URL",
  "REDIS_URL",
  "WEFT_OUTBOUND_PROXY",
  "WEFT_SECRET",
  "WEFT_BACKUP_PASSPHRASE",
  "WEFT_OPERATOR_TOKEN",
  "METRICS_TOKEN",
  "TLS_KEY",
  "S3_ACCESS_KEY",
  "S3_SECRET_KEY",
  "S3_SESSION_TOKEN",
  "SMTP_URL",
  "OTEL_EXPORTER_OTLP_HEADERS",
] as const satisfies readonly SettingName[];

/** Generates docs/configuration.md. */
export function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, schema]) => `| \`${name}\` | ${defaultOf(schema)} | ${schema.description ?? ""} |`,
  );
  const secrets = secretSettings.map((name) => `\`${name}_FILE\``).join(", ");
  return `# Configuration

This page is generated from \`server/src/config/settings.ts\` by \`npm run generate\`.

Settings come from the environment, or from a file \`weft.config.yaml\` with the same names in the directory where the
service is started. The environment takes precedence. All settings are checked at start; the service reports every
error and does not start if there is any.

A secret can also be set as the path of a file that contains it: ${secrets}.

| Setting | Default | Meaning |
|---|---|---|
${rows.join("\n")}
`;
}

function defaultOf(schema: (typeof settings)[keyof typeof settings]): string {
  const parsed = schema.safeParse(undefined);
  const value = parsed.success ? parsed.data : undefined;
  return value === undefined || value === "" ? "" : `\`${String(value)}\``;
}
