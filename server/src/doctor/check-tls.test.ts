import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import { testCertificate } from "../platform/outbound/testing/test-certificate.ts";
import { checkTls, evaluateDates, readChain } from "./check-tls.ts";
import { runCheck } from "./finding.ts";

const expired = readFileSync(new URL("./testing/test-only-expired-certificate.pem", import.meta.url), "utf8");
const { cert, key } = testCertificate;

function look(settings: Readonly<Record<string, string>>) {
  return runCheck(checkTls(parseConfig(settings)), 1_000);
}

test.each([
  ["2019-12-31T23:59:59Z", "fault", "is not valid before 2020-01-01"],
  ["2020-06-01T00:00:00Z", "ok", "is valid until 2021-01-01"],
  ["2020-12-17T23:00:00Z", "ok", "is valid until"],
  ["2020-12-19T00:00:00Z", "warning", "expires on 2021-01-01, in 13 days"],
  ["2020-12-31T23:00:00Z", "warning", "in 0 days"],
  ["2021-01-01T00:00:00Z", "fault", "expired on 2021-01-01"],
])("a certificate at %s", (now, verdict, words) => {
  const checkResults = readChain(expired).map((certificate) => evaluateDates(certificate, new Date(now)));

  expect(checkResults).toMatchObject([{ verdict, detail: expect.stringContaining(words) }]);
});

test("without a certificate the check is skipped", async () => {
  expect(await look({})).toMatchObject([{ name: "tls", verdict: "skipped" }]);
});

test("a valid certificate is reported", async () => {
  expect(await look({ TLS_CERT: cert, TLS_KEY: key })).toMatchObject([
    { verdict: "ok", detail: "The certificate localhost is valid until 2120-01-01." },
  ]);
});

test("an expired certificate is a fault, even behind a valid one", async () => {
  const alone = await look({ TLS_CERT: expired, TLS_KEY: key });
  const behind = await look({ TLS_CERT: `${cert}\n${expired}`, TLS_KEY: key });

  expect(alone).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("expired on 2021-01-01") }]);
  expect(behind.map(({ verdict }) => verdict)).toEqual(["ok", "fault"]);
});

test.each([
  ["https://localhost", 1],
  ["https://127.0.0.1:8443", 1],
  ["https://weft.example", 2],
])("the public address %s is compared with the certificate's names", async (publicUrl, findingCount) => {
  const findings = await look({ TLS_CERT: cert, TLS_KEY: key, WEFT_PUBLIC_URL: publicUrl });

  expect(findings).toHaveLength(findingCount);
  expect(findings.slice(1).map(({ verdict }) => verdict)).toEqual(findings.slice(1).map(() => "warning"));
});
