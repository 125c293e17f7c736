import { expect, test } from "vitest";
import { ConfigError, parseConfig } from "../config/config.ts";
import type { RawSettings } from "../config/config-sources.ts";
import { checkConfiguration, configurationErrors, evaluateConfiguration } from "./check-configuration.ts";
import { runCheck } from "./finding.ts";

const proxied = { TRUST_PROXY: "1", WEFT_PUBLIC_URL: "https://weft.example" };
const open = { ...proxied, HOST: "0.0.0.0", METRICS_TOKEN: "x".repeat(16) };

const cases: readonly (readonly [string, RawSettings, readonly string[]])[] = [
  ["the defaults", {}, []],
  ["rate limits that are off", { WEFT_RATE_LIMIT: "off" }, ["WEFT_RATE_LIMIT is off"]],
  ["a log that says nothing", { LOG_LEVEL: "silent" }, ["LOG_LEVEL is silent"]],
  ["an open host behind a proxy", open, []],
  ["an open host in the clear", { ...open, TRUST_PROXY: "false" }, ["are sent unencrypted"]],
  ["an open host behind no hop", { ...open, TRUST_PROXY: "0" }, ["are sent unencrypted"]],
  ["an open host that believes everybody", { ...open, TRUST_PROXY: "true" }, ["can claim any IP address"]],
  ["an open host without a metrics token", { ...proxied, HOST: "::" }, []],
  ["an open host with open metrics", { ...proxied, HOST: "::", METRICS_ACCESS: "all" }, ["/metrics is open"]],
  ["a proxy without a public address", { TRUST_PROXY: "127.0.0.1" }, ["WEFT_PUBLIC_URL is not"]],
  ["other names of this machine", { HOST: "localhost" }, []],
  ["its address for IPv6", { HOST: "::1" }, []],
  ["a narrow range for outbound calls", { WEFT_OUTBOUND_ALLOW: "10.20.0.0/16" }, []],
  [
    "every address for outbound calls",
    { WEFT_OUTBOUND_ALLOW: "10.0.0.0/8,0.0.0.0/0" },
    ["0.0.0.0/0, which allows every"],
  ],
  ["every address of IPv6", { WEFT_OUTBOUND_ALLOW: "::/0" }, ["allows every address"]],
  ["a cloud's metadata for outbound calls", { WEFT_OUTBOUND_ALLOW: "169.254.0.0/16" }, ["169.254.169.254"]],
  [
    "half of all addresses",
    { WEFT_OUTBOUND_ALLOW: "0.0.0.0/1,128.0.0.0/1" },
    ["169.254.169.254", "allows this machine"],
  ],
];

test.each(cases)("%s", (_name, settings, expected) => {
  const checkResults = evaluateConfiguration(parseConfig(settings));

  expect(checkResults.map(({ verdict }) => verdict)).toEqual(expected.map(() => "warning"));
  expect(checkResults.map(({ detail }) => detail)).toEqual(expected.map((part) => expect.stringContaining(part)));
});

test("a missing actions folder would prevent the service from starting", async () => {
  const config = parseConfig({ WEFT_ACTIONS_DIR: "/nowhere/actions" });

  const findings = await runCheck(checkConfiguration(config), 1_000);

  expect(findings).toMatchObject([{ name: "configuration", verdict: "fault" }]);
  expect(findings[0]?.detail).toContain("/nowhere/actions");
});

test("all faults of a configuration are reported, with one advice", () => {
  const findings = configurationErrors(new ConfigError(["PORT: is not a number", "HOST: is not a host"]));

  expect(findings.map(({ detail }) => detail)).toEqual(["PORT: is not a number", "HOST: is not a host"]);
  expect(findings.map(({ advice }) => advice === undefined)).toEqual([true, false]);
});
