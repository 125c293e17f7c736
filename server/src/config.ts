import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { closestName } from "./platform/closest-name.ts";
import { type AllowedRange, parseAllowedRanges } from "./platform/outbound/address-rules.ts";
import { secretSettings, settings } from "./settings.ts";

/** The values as they come from outside: names of settings.ts, all text. */
export type RawSettings = Readonly<Record<string, string>>;

const settingsSchema = z.object(settings);
type Settings = z.infer<typeof settingsSchema>;

export type Config = ReturnType<typeof arrange>;
export type Role = Settings["WEFT_ROLE"];

/** Raised with every fault of the configuration, not only the first. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration cannot be used:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

/** Reads weft.config.yaml and the environment, which wins, and checks all of it. */
export function loadConfig(overrides: RawSettings = {}): Config {
  const faults: string[] = [];
  const file = readConfigFile(resolve("weft.config.yaml"), faults);
  const environment = readEnvironment(process.env, faults);
  return parseConfig({ ...file, ...environment, ...overrides }, faults);
}

/** Checks raw settings. Faults that were found while reading them are listed with its own. */
export function parseConfig(raw: RawSettings, faultsBefore: readonly string[] = []): Config {
  const parsed = settingsSchema.safeParse(raw);
  const faults = [
    ...faultsBefore,
    ...(parsed.success ? crossFaults(parsed.data) : parsed.error.issues.map(describeIssue)),
  ];
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(faults);
  }
  return arrange(parsed.data);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${issue.path.join(".")}: ${issue.message}`;
}

const names = Object.keys(settings);
const secretNames: readonly string[] = secretSettings;

function readConfigFile(path: string, faults: string[]): RawSettings {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return {};
  }
  const values: Record<string, string> = {};
  try {
    const content: unknown = parseYaml(text, { maxAliasCount: 0 }) ?? {};
    for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).parse(content))) {
      if (!names.includes(name)) {
        faults.push(`${path}: ${name} is not a setting${hint(name)}`);
      } else if (value !== null) {
        values[name] = Array.isArray(value) ? value.join(",") : String(value);
      }
    }
  } catch (error) {
    faults.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return values;
}

/** An empty variable counts as absent: that is how composed environments unset one. */
function readEnvironment(environment: NodeJS.ProcessEnv, faults: string[]): RawSettings {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const target = name.replace(/_FILE$/, "");
    if (value === undefined || value === "") {
      continue;
    }
    if (names.includes(name)) {
      values[name] = value;
    } else if (target !== name && secretNames.includes(target)) {
      values[target] = readSecretFile(name, value, faults);
    } else if (name.startsWith("WEFT_") && hint(name) !== "") {
      faults.push(`${name} is not a setting${hint(name)}`);
    }
  }
  return values;
}

function readSecretFile(name: string, path: string, faults: string[]): string {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch {
    faults.push(`${name}: the file ${path} cannot be read`);
    return "";
  }
}

function hint(name: string): string {
  const closest = closestName(name, names);
  return closest === undefined ? "" : `; did you mean ${closest}?`;
}

/** Rules that concern several settings, or need more than their text. */
function crossFaults(values: Settings): string[] {
  const rules: readonly [boolean, string][] = [
    [
      values.DATABASE_URL !== undefined && values.WEFT_SECRET === undefined,
      "WEFT_SECRET: is required with DATABASE_URL, and must be the same on every node",
    ],
    [
      values.DATABASE_REPLICA_URL !== undefined && values.DATABASE_URL === undefined,
      "DATABASE_REPLICA_URL: needs DATABASE_URL",
    ],
    [(values.TLS_CERT === undefined) !== (values.TLS_KEY === undefined), "TLS_CERT and TLS_KEY: give both or neither"],
    [
      values.S3_ENDPOINT !== undefined && s3Of(values) === undefined,
      "S3_ENDPOINT: needs S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY",
    ],
    [values.S3_BUCKET !== undefined && values.S3_ENDPOINT === undefined, "S3_BUCKET: needs S3_ENDPOINT"],
  ];
  const broken = rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault);
  return [
    ...broken,
    ...attempt("WEFT_OUTBOUND_ALLOW", () => parseAllowedRanges(values.WEFT_OUTBOUND_ALLOW)),
    ...attempt("TLS_CERT", () => readPem(values.TLS_CERT)),
    ...attempt("TLS_KEY", () => readPem(values.TLS_KEY)),
  ];
}

function attempt(name: string, read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** The settings in the shapes and words that the code uses. */
function arrange(values: Settings) {
  const cert = readPem(values.TLS_CERT);
  const key = readPem(values.TLS_KEY);
  const allowedRanges: readonly AllowedRange[] = parseAllowedRanges(values.WEFT_OUTBOUND_ALLOW);
  return {
    host: values.HOST,
    port: values.PORT,
    dataFolder: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databasePool: values.DATABASE_POOL,
    redisUrl: values.REDIS_URL,
    firstOrgSlug: values.WEFT_ORG,
    role: values.WEFT_ROLE,
    rateLimit: values.WEFT_RATE_LIMIT,
    outboundAllowedRanges: allowedRanges,
    secret: values.WEFT_SECRET,
    publicUrl: values.WEFT_PUBLIC_URL?.replace(/\/+$/, ""),
    corsOrigins: values.WEFT_CORS_ORIGINS,
    bodyBytesMax: values.WEFT_BODY_BYTES_MAX,
    urlBytesMax: values.WEFT_URL_BYTES_MAX,
    jsonDepthMax: values.WEFT_JSON_DEPTH_MAX,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    tls: cert === undefined || key === undefined ? undefined : { cert, key },
    trustProxy: trustProxyOf(values.TRUST_PROXY),
    s3: s3Of(values),
    smtpUrl: values.SMTP_URL,
  };
}

function readPem(value: string | undefined): string | undefined {
  return value === undefined || value.startsWith("-----BEGIN") ? value : readFileSync(value, "utf8");
}

function trustProxyOf(text: string): boolean | number | string[] {
  if (text === "true" || text === "false") {
    return text === "true";
  }
  return /^\d+$/.test(text) ? Number(text) : text.split(",").map((part) => part.trim());
}

function s3Of(values: Settings) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = values;
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = values;
  return endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined
    ? undefined
    : { endpoint, bucket, region, accessKey, secretKey };
}
