import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { configErrors } from "../testing/config-errors.ts";
import { loadConfig } from "./config.ts";
import { readSecretFile } from "./open-database.ts";
import { secretSettings, settings } from "./settings.ts";

const secret = "x".repeat(32);
const certificateFile = fileURLToPath(new URL("../platform/http/testing/test-only-certificate.pem", import.meta.url));
const keyFile = fileURLToPath(new URL("../platform/http/testing/test-only-key.pem", import.meta.url));

const folderBefore = process.cwd();
let folder: string;

beforeEach(() => {
  for (const name of Object.keys(settings)) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(`${name}_FILE`, undefined);
  }
  folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-config-")));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(folderBefore);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function writeConfigFile(text: string): void {
  writeFileSync("weft.config.yaml", text);
}

test("settings come from the environment", () => {
  vi.stubEnv("PORT", "4000");
  vi.stubEnv("WEFT_ORG", "acme");

  const config = loadConfig();

  expect(config).toMatchObject({ port: 4000, firstOrgSlug: "acme" });
});

test("the command line takes precedence over the environment", () => {
  vi.stubEnv("WEFT_ROLE", "api");

  const config = loadConfig({ WEFT_ROLE: "worker" });

  expect(config.role).toBe("worker");
});

test("an empty variable counts as absent", () => {
  vi.stubEnv("PORT", "");
  vi.stubEnv("WEFT_SECRET", "");
  vi.stubEnv("WEFT_SECRET_FILE", "");

  const config = loadConfig();

  expect(config).toMatchObject({ port: 3000, secrets: undefined });
});

test("a misspelled WEFT_ variable is rejected with the nearest name", () => {
  vi.stubEnv("WEFT_RATELIMIT", "off");
  vi.stubEnv("WEFT_SOMETHING_ELSE_ALTOGETHER", "of another program");

  const errors = configErrors(loadConfig);

  expect(errors).toEqual(["WEFT_RATELIMIT is not a setting; did you mean WEFT_RATE_LIMIT?"]);
});

test.each(["WEFT_API_KEY", "WEFT_BASE_URL", "WEFT_ACCESS_TOKEN", "WEFT_PROFILE", "WEFT_CONFIG_DIR"])(
  "%s is a variable of the clients, which the service ignores",
  (name) => {
    vi.stubEnv(name, "of a client");

    expect(loadConfig().port).toBe(3000);
  },
);

test.each([
  ["WEFT_PORT", "PORT"],
  ["WEFT_DATABASE_URL", "DATABASE_URL"],
  ["WEFT_PUBLIC_URI", "WEFT_PUBLIC_URL"],
])("%s is rejected with the nearest plausible name", (name, meant) => {
  vi.stubEnv(name, "x");

  expect(configErrors(loadConfig)).toEqual([`${name} is not a setting; did you mean ${meant}?`]);
});

test.each(secretSettings)("%s may be in a file", (name) => {
  const values: Readonly<Record<string, string>> = {
    TLS_KEY: keyFile,
    REDIS_URL: "redis://cache",
    SMTP_URL: "smtp://mail",
    WEFT_OUTBOUND_PROXY: "http://user:password@proxy:3128",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20x",
  };
  const value = values[name];
  writeFileSync("secret", value ?? "postgres://a-host-that-is-long-enough/weft");
  vi.stubEnv("WEFT_SECRET", secret);
  vi.stubEnv("DATABASE_URL", "postgres://db");
  vi.stubEnv("TLS_CERT", certificateFile);
  vi.stubEnv("TLS_KEY", keyFile);
  vi.stubEnv(name, undefined);
  vi.stubEnv(`${name}_FILE`, "secret");

  const errors = configErrors(loadConfig);

  expect(errors).toEqual([]);
});

test.each([
  ["without a line break at the end", secret, secret],
  ["with one", `${secret}\n`, secret],
  ["with one of Windows", `${secret}\r\n`, secret],
  ["with more, which belong to the secret", `${secret}\n\n`, `${secret}\n`],
  ["with spaces, which belong to the secret", ` ${secret} \n`, ` ${secret} `],
])("a secret's file is read %s", (_, content, expected) => {
  writeFileSync("secret", content);
  vi.stubEnv("WEFT_SECRET_FILE", join(folder, "secret"));

  const config = loadConfig();

  expect(config.secrets).toEqual([expected]);
});

test("the secret file of an embedded database has one secret in each line, the current one first", async () => {
  const former = "y".repeat(43);
  writeFileSync("secret", `${secret}\n${former}\n`);
  writeFileSync("short", `${secret}\nshort\n`);

  expect(await readSecretFile("secret")).toEqual([secret, former]);
  await expect(readSecretFile("short")).rejects.toThrow(
    "Each line of short must be a secret of at least 32 characters.",
  );
});

test("a missing secret file is reported once", () => {
  vi.stubEnv("METRICS_TOKEN_FILE", "/nowhere/token");

  const errors = configErrors(loadConfig);

  expect(errors).toEqual(["METRICS_TOKEN_FILE: the file /nowhere/token cannot be read"]);
});

test("a secret that is given twice is rejected, whatever the order", () => {
  writeFileSync("secret", secret);
  vi.stubEnv("WEFT_SECRET_FILE", "secret");
  vi.stubEnv("WEFT_SECRET", secret);

  const errors = configErrors(loadConfig);

  expect(errors).toEqual(["WEFT_SECRET and WEFT_SECRET_FILE: set only one of them"]);
});

test("only secrets may be in files", () => {
  vi.stubEnv("PORT_FILE", "/nowhere");

  expect(loadConfig().port).toBe(3000);
});

test("settings are read from weft.config.yaml, and the environment takes precedence", () => {
  writeConfigFile(
    "PORT: 4000\nWEFT_ORG: from-file\nTRUST_PROXY: true\n# a note\nHOST:\nDATA_DIR: ~\nLOG_LEVEL: null\n",
  );
  vi.stubEnv("WEFT_ORG", "from-environment");

  const config = loadConfig();

  expect(config).toMatchObject({ port: 4000, firstOrgSlug: "from-environment", trustProxy: true });
  expect(config).toMatchObject({ host: "127.0.0.1", dataFolder: join(folder, "data"), logLevel: "info" });
});

test("lists in weft.config.yaml are lists", () => {
  writeConfigFile(
    "WEFT_CORS_ORIGINS:\n  - https://a.example\n  - https://b.example\nTRUST_PROXY: [10.0.0.1, 10.1.0.0/16]\n",
  );

  const config = loadConfig();

  expect(config.corsOrigins).toEqual(["https://a.example", "https://b.example"]);
  expect(config.trustProxy).toEqual(["10.0.0.1", "10.1.0.0/16"]);
});

test("a secret of digits in weft.config.yaml stays text", () => {
  writeConfigFile(`WEFT_SECRET: 00${"1234567890".repeat(3)}\nMETRICS_TOKEN: 0x00000000000000ff\n`);

  const config = loadConfig();

  expect(config).toMatchObject({ secrets: [`00${"1234567890".repeat(3)}`], metricsToken: "0x00000000000000ff" });
});

test("unknown names in weft.config.yaml are rejected with the nearest", () => {
  writeConfigFile("PRT: 4000\nentirely_different: 1\nHOST: {name: x}\n");

  const errors = configErrors(loadConfig);

  const path = join(folder, "weft.config.yaml");
  expect(errors).toEqual([
    `${path}: PRT is not a setting; did you mean PORT?`,
    `${path}: entirely_different is not a setting`,
    `${path}: HOST must be a value or a list of values`,
  ]);
});

test.each([
  ["a value with a colon", "PORT: 1\nWEFT_SECRET: top: secret", "invalid YAML at line 2, column 14"],
  ["a value that begins with a tag", "S3_SECRET_KEY: !secret", "invalid YAML at line 1, column 16"],
  ["a value that begins with @", "S3_SECRET_KEY: @secret", "invalid YAML at line 1, column 16"],
  ["a quote without an end", 'WEFT_SECRET: "secret', "invalid YAML at line 1, column 21"],
  ["a repeated name", "PORT: 1\nPORT: 2", "invalid YAML at line 2, column 1"],
  ["an alias", "S3_SECRET_KEY: *secret", "must be a mapping of settings by name, without aliases"],
  ["a list", "- secret", "must be a mapping of settings by name, without aliases"],
  ["a text", "secret", "must be a mapping of settings by name, without aliases"],
])("weft.config.yaml with %s is rejected without showing it", (_, text, error) => {
  writeConfigFile(text);
  const warn = vi.spyOn(process, "emitWarning");

  const errors = configErrors(loadConfig);

  expect(errors).toEqual([`${join(folder, "weft.config.yaml")}: ${error}`]);
  expect(warn).not.toHaveBeenCalled();
});

test("an unreadable weft.config.yaml is rejected, an absent or empty one is not", () => {
  const absent = configErrors(loadConfig);
  writeConfigFile("# nothing yet\n");
  const empty = configErrors(loadConfig);
  rmSync("weft.config.yaml");
  mkdirSync("weft.config.yaml");
  const unreadable = configErrors(loadConfig);

  expect({ absent, empty }).toEqual({ absent: [], empty: [] });
  expect(unreadable).toEqual([`${join(folder, "weft.config.yaml")}: cannot be read`]);
});

test("errors of the file, of the environment and of the values are reported together", () => {
  writeConfigFile("PRT: 1\nLOG_LEVEL: loud\n");
  vi.stubEnv("WEFT_ORGG", "acme");
  vi.stubEnv("DATABASE_URL", "postgres://db");

  const errors = configErrors(loadConfig);

  expect(errors.map((error) => error.replace(`${folder}/`, ""))).toEqual([
    "weft.config.yaml: PRT is not a setting; did you mean PORT?",
    "WEFT_ORGG is not a setting; did you mean WEFT_ORG?",
    "LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent",
    "WEFT_SECRET: is required with DATABASE_URL, and must be the same on every node",
  ]);
});
