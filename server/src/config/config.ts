import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { createSecureContext } from "node:tls";
import { z } from "zod";
import { parseWorkers } from "../platform/database/database-url.ts";
import { parseAllowedRanges } from "../platform/outbound/address-rules.ts";
import { parseProxyUrl, parseSourceAddress } from "../platform/outbound/outbound-route.ts";
import { parseUrl } from "../platform/parse-url.ts";
import { StartError } from "../platform/start-error.ts";
import { type RawSettings, readConfigFile, readEnvironment } from "./config-sources.ts";
import { s3Errors, s3OptionsOf } from "./s3-settings.ts";
import { poolMin } from "./setting-values.ts";
import { type SettingName, settings } from "./settings.ts";

const settingsSchema = z.object(settings);
type Settings = z.infer<typeof settingsSchema>;

export type Config = ReturnType<typeof arrange>;
export type Role = Config["role"];

/** Contains all errors of the configuration, not only the first. */
export class ConfigError extends StartError {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`Invalid configuration:\n${errors.map((error) => `  - ${error}`).join("\n")}`);
    this.errors = errors;
  }
}

/** Reads weft.config.yaml and the environment, which takes precedence, and validates all settings. */
export function loadConfig(overrides: RawSettings = {}): Config {
  return loadSettings(overrides).config;
}

/** The configuration, and the texts that it was read from. */
export interface LoadedSettings {
  readonly config: Config;
  readonly raw: RawSettings;
}

export function loadSettings(overrides: RawSettings = {}): LoadedSettings {
  const errors: string[] = [];
  const file = readConfigFile(resolve("weft.config.yaml"), errors);
  const environment = readEnvironment(process.env, errors);
  const raw = { ...file, ...environment, ...overrides };
  return { config: parseConfig(raw, errors), raw };
}

/** Validates raw settings. Errors found while reading them are included. */
export function parseConfig(raw: RawSettings, errorsBefore: readonly string[] = []): Config {
  const parsed = settingsSchema.safeParse(raw);
  const errors = [...errorsBefore, ...(parsed.error?.issues ?? []).map(describeIssue), ...crossErrors(raw)];
  if (!parsed.success || errors.length > 0) {
    throw new ConfigError(errors);
  }
  return arrange(parsed.data);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")}: ${issue.message}`;
}

/**
 * Rules for several settings, or beyond a pattern. They check the texts, so that their errors are reported with the
 * others.
 */
function crossErrors(raw: RawSettings): string[] {
  const has = (...wanted: readonly SettingName[]) => wanted.every((name) => raw[name] !== undefined);
  const rules: readonly [boolean, string][] = [
    [
      has("DATABASE_URL") && !has("WEFT_SECRET"),
      "WEFT_SECRET: is required with DATABASE_URL, and must be the same on every node",
    ],
    [has("DATABASE_OWNER_URL") && !has("DATABASE_URL"), "DATABASE_OWNER_URL: requires DATABASE_URL"],
    [has("DATABASE_REPLICA_URL") && !has("DATABASE_URL"), "DATABASE_REPLICA_URL: requires DATABASE_URL"],
    [
      has("DATABASE_WORKERS") && raw["DATABASE_WORKERS"] !== "off" && !has("DATABASE_URL"),
      "DATABASE_WORKERS: requires DATABASE_URL",
    ],
    [has("TLS_CERT") !== has("TLS_KEY"), "TLS_CERT and TLS_KEY: set both or neither"],
    [
      Number(raw["WEFT_PROCESSES"]) * poolMin > Number(raw["DATABASE_POOL"]),
      `WEFT_PROCESSES: each process needs ${poolMin} connections; increase DATABASE_POOL`,
    ],
  ];
  return [
    ...rules.filter(([isBroken]) => isBroken).map(([, error]) => error),
    ...s3Errors(raw),
    ...attempt("WEFT_OUTBOUND_ALLOW", () => parseAllowedRanges(raw["WEFT_OUTBOUND_ALLOW"] ?? "")),
    ...attempt("WEFT_OUTBOUND_SOURCE", () => optional(raw["WEFT_OUTBOUND_SOURCE"], parseSourceAddress)),
    ...attempt("WEFT_OUTBOUND_PROXY", () => optional(raw["WEFT_OUTBOUND_PROXY"], parseProxyUrl)),
    ...attempt("WEFT_CORS_ORIGINS", () => requireOrigins(raw["WEFT_CORS_ORIGINS"] ?? "")),
    ...attempt("WEFT_SECURITY_CONTACT", () => requireContacts(raw["WEFT_SECURITY_CONTACT"] ?? "")),
    ...attempt("TRUST_PROXY", () => requireTrustable(trustProxyOf(raw["TRUST_PROXY"] ?? "false"))),
    ...tlsErrors(raw["TLS_CERT"], raw["TLS_KEY"]),
  ];
}

function optional<Given, Value>(given: Given | undefined, read: (given: Given) => Value): Value | undefined {
  return given === undefined ? undefined : read(given);
}

function attempt(name: string, read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function requireOrigins(text: string): void {
  for (const origin of text.split(",").map((part) => part.trim())) {
    if (origin !== "*" && origin !== "" && parseUrl(origin)?.origin !== origin) {
      throw new Error(`"${origin}" is not an origin. Write it as https://shop.example, without a path, or *.`);
    }
  }
}

function requireContacts(text: string): void {
  for (const contact of text.split(",").map((part) => part.trim())) {
    // Printable ASCII: it is written to a line of a file with a fixed syntax.
    if (contact !== "" && !/^(mailto:|https:\/\/|tel:)[!-~]+$/.test(contact)) {
      throw new Error(`"${contact}" is not a contact. Write it as mailto:security@example.com, https://… or tel:….`);
    }
  }
}

function requireTrustable(trustProxy: boolean | number | string[]): void {
  for (const place of [trustProxy].flat()) {
    const [address = "", bits = "1"] = String(place).split("/");
    const bitsMax = isIP(address) === 6 ? 128 : 32;
    const isRange = isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax;
    if (typeof place === "string" && !isRange) {
      throw new Error(`"${place}" is neither true, false, a number of hops, an address nor a CIDR range`);
    }
  }
}

/** Without the values in the messages: a value meant as a path may be the key itself. */
function tlsErrors(certificate: string | undefined, privateKey: string | undefined): string[] {
  const unreadable = Object.entries({ TLS_CERT: certificate, TLS_KEY: privateKey })
    .filter(([name, value]) => attempt(name, () => readPem(value)).length > 0)
    .map(([name]) => `${name}: is neither PEM nor the path of a readable file`);
  const isComplete = certificate !== undefined && privateKey !== undefined && unreadable.length === 0;
  const pair = () => createSecureContext({ cert: readPem(certificate), key: readPem(privateKey) });
  return isComplete && attempt("", pair).length > 0
    ? ["TLS_CERT and TLS_KEY: the private key does not belong to the certificate"]
    : unreadable;
}

// Well above the limit of one key, so that it only prevents many credentials from adding up.
const keysPerOrgRate = 10;

function defaultOrgRate(rateLimit: Settings["WEFT_RATE_LIMIT"]): number | "off" {
  return rateLimit === "off" ? "off" : keysPerOrgRate * rateLimit;
}

/** The settings in the form that the code uses. */
function arrange(values: Settings) {
  return {
    host: values.HOST,
    port: values.PORT,
    dataFolder: resolve(values.DATA_DIR),
    ...databaseOf(values),
    ...processesOf(values),
    databaseWaitMs: values.DATABASE_WAIT_SECONDS * 1_000,
    shutdownDelayMs: optional(values.SHUTDOWN_DELAY, (seconds) => seconds * 1_000),
    redisUrl: values.REDIS_URL,
    firstOrgSlug: values.WEFT_ORG,
    role: values.WEFT_ROLE,
    rateLimit: values.WEFT_RATE_LIMIT,
    orgRateLimit: values.WEFT_ORG_RATE_LIMIT ?? defaultOrgRate(values.WEFT_RATE_LIMIT),
    outboundAllowedRanges: parseAllowedRanges(values.WEFT_OUTBOUND_ALLOW),
    outboundRoute: {
      sourceAddress: optional(values.WEFT_OUTBOUND_SOURCE, parseSourceAddress),
      proxyUrl: optional(values.WEFT_OUTBOUND_PROXY, parseProxyUrl),
    },
    actionsFolder: values.WEFT_ACTIONS_DIR,
    secrets: values.WEFT_SECRET,
    backupPassphrase: values.WEFT_BACKUP_PASSPHRASE,
    operatorToken: values.WEFT_OPERATOR_TOKEN,
    publicUrl: values.WEFT_PUBLIC_URL?.replace(/\/+$/, ""),
    securityContacts: values.WEFT_SECURITY_CONTACT ?? [],
    corsOrigins: values.WEFT_CORS_ORIGINS,
    bodyBytesMax: values.WEFT_BODY_BYTES_MAX,
    batchBytesMax: values.WEFT_BATCH_BYTES_MAX,
    uploadBytesMax: values.WEFT_UPLOAD_BYTES_MAX,
    pageBytesMax: values.WEFT_PAGE_BYTES_MAX,
    largeAnswersBytesMax: values.WEFT_LARGE_ANSWERS_BYTES_MAX,
    largeBodiesBytesMax: values.WEFT_LARGE_BODIES_BYTES_MAX,
    statementTimeoutMs: values.WEFT_STATEMENT_TIMEOUT_SECONDS * 1_000,
    caps: capsOf(values),
    urlBytesMax: values.WEFT_URL_BYTES_MAX,
    jsonDepthMax: values.WEFT_JSON_DEPTH_MAX,
    logLevel: values.LOG_LEVEL,
    logSampleRate: Number(values.LOG_SAMPLE_RATE),
    metricsToken: values.METRICS_TOKEN,
    metricsAccess: values.METRICS_ACCESS,
    metricsOrgsMax: values.METRICS_ORGS_MAX,
    auditRetentionDays: values.AUDIT_RETENTION_DAYS,
    tls: tlsOf(values),
    trustProxy: trustProxyOf(values.TRUST_PROXY),
    s3: s3OptionsOf(values),
    smtpUrl: values.SMTP_URL,
    smtpFrom: values.SMTP_FROM ?? `Weft <weft@${hostOf(values.WEFT_PUBLIC_URL)}>`,
    tracing: tracingOf(values),
  };
}

function databaseOf(values: Settings) {
  return {
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databaseWorkers: parseWorkers(values.DATABASE_WORKERS),
    databaseMoveUrl: values.DATABASE_MOVE_URL,
    postgresPrograms: values.WEFT_POSTGRES_BIN,
  };
}

// With fewer connections than this for each, processes wait for each other.
const connectionsPerProcess = 5;
const poolDefault = 16;
const processesMax = 16;

/** A worker runs jobs, which use their own threads: more processes would have nothing to do. */
function processesOf({ WEFT_PROCESSES: asked, WEFT_ROLE: role, DATABASE_POOL: pool }: Settings) {
  const cores = availableParallelism();
  const ofCores = cores <= 2 ? 1 : Math.min(cores - 1, processesMax);
  const ofPool = pool === undefined ? processesMax : Math.max(1, Math.floor(pool / connectionsPerProcess));
  const wanted = asked === "auto" ? Math.min(ofCores, ofPool) : asked;
  const processes = role === "worker" ? 1 : wanted;
  return { processes, databasePool: pool ?? Math.max(poolDefault, connectionsPerProcess * processes) };
}

function tlsOf(values: Settings): { readonly cert: string; readonly key: string } | undefined {
  const cert = readPem(values.TLS_CERT);
  const key = readPem(values.TLS_KEY);
  return cert === undefined || key === undefined ? undefined : { cert, key };
}

/** Of each organization. */
function capsOf(values: Settings) {
  return {
    workflowsMax: values.WEFT_WORKFLOWS_MAX,
    webhooksMax: values.WEFT_WEBHOOKS_MAX,
    inboundWebhooksMax: values.WEFT_INBOUND_WEBHOOKS_MAX,
    apiKeysMax: values.WEFT_API_KEYS_MAX,
  };
}

function hostOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;
}

function readPem(value: string | undefined): string | undefined {
  return value === undefined || value.trim().startsWith("-----BEGIN") ? value : readFileSync(value, "utf8");
}

function trustProxyOf(text: string): boolean | number | string[] {
  if (text === "true" || text === "false") {
    return text === "true";
  }
  return /^\d+$/.test(text) ? Number(text) : text.split(",").map((part) => part.trim());
}

function tracingOf(values: Settings) {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, "");
  const { OTEL_EXPORTER_OTLP_HEADERS: headers = {}, OTEL_RESOURCE_ATTRIBUTES: given = {} } = values;
  const serviceName = values.OTEL_SERVICE_NAME ?? given["service.name"] ?? "weft";
  const resource = { ...given, "service.name": serviceName };
  return endpoint === undefined ? undefined : { endpoint, headers, resource, ...samplingOf(values) };
}

function samplingOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: Settings) {
  const followsCaller = sampler.startsWith("parentbased_");
  if (sampler.endsWith("always_on")) return { ratio: 1, followsCaller };
  return { ratio: sampler.endsWith("always_off") ? 0 : Number(share), followsCaller };
}
