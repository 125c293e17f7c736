import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type ChangedSettings, changedSettings } from "./changed-settings.ts";
import { parseConfig } from "./config.ts";
import type { RawSettings } from "./config-sources.ts";

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../platform/http/testing/${name}`, import.meta.url)), "utf8");
const key = read("test-only-key.pem");
const tls = { TLS_CERT: read("test-only-certificate.pem"), TLS_KEY: key };
const renewed = { TLS_CERT: read("test-only-renewed-certificate.pem"), TLS_KEY: key };
const secret = "x".repeat(32);

const loaded = (raw: RawSettings) => ({ raw, config: parseConfig(raw) });

test.each<[string, RawSettings, RawSettings, ChangedSettings]>([
  ["nothing", { PORT: "8080" }, { PORT: "8080" }, { applied: [], needRestart: [] }],
  [
    "the log",
    {},
    { LOG_LEVEL: "debug", LOG_SAMPLE_RATE: "0.1" },
    { applied: ["LOG_LEVEL", "LOG_SAMPLE_RATE"], needRestart: [] },
  ],
  ["a rate limit that was removed", { WEFT_RATE_LIMIT: "5" }, {}, { applied: ["WEFT_RATE_LIMIT"], needRestart: [] }],
  ["a certificate", tls, renewed, { applied: ["TLS_CERT"], needRestart: [] }],
  ["TLS switched on", {}, tls, { applied: [], needRestart: ["TLS_CERT", "TLS_KEY"] }],
  ["TLS switched off", tls, {}, { applied: [], needRestart: ["TLS_CERT", "TLS_KEY"] }],
  [
    "a secret and a port",
    { WEFT_SECRET: secret },
    { PORT: "1" },
    { applied: [], needRestart: ["PORT", "WEFT_SECRET"] },
  ],
])("%s", (_case, before, after, changed) => {
  expect(changedSettings(loaded(before), loaded(after))).toEqual(changed);
});
