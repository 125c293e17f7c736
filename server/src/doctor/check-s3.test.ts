import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import type { RawSettings } from "../config/config-sources.ts";
import { startTestS3, type TestS3 } from "../platform/blobs/testing/test-s3.ts";
import { startSocketServer } from "../platform/outbound/testing/local-server.ts";
import { checkS3 } from "./check-s3.ts";
import { runCheck } from "./finding.ts";

let s3: TestS3;

beforeAll(async () => {
  s3 = await startTestS3();
});

afterAll(() => s3.stop());

function settingsWith(changes: RawSettings = {}): RawSettings {
  const { endpoint, bucket, accessKey, secretKey } = s3.options;
  return { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, ...changes };
}

function look(settings: RawSettings, limitMs = 10_000) {
  return runCheck(checkS3(parseConfig(settings)), limitMs);
}

test("without S3 the check is skipped", async () => {
  expect(await look({})).toMatchObject([{ name: "s3", verdict: "skipped" }]);
});

test("an object is written, read and deleted, and nothing remains", async () => {
  const findings = await look(settingsWith());

  expect(findings).toMatchObject([{ verdict: "ok", detail: expect.stringContaining("writes, reads and deletes") }]);
  expect(await s3.keys()).toEqual([]);
});

test("a missing bucket is a fault", async () => {
  const findings = await look(settingsWith({ S3_BUCKET: "nowhere" }));

  expect(findings).toMatchObject([
    {
      verdict: "fault",
      detail: expect.stringContaining("bucket does not exist"),
      advice: "Create the bucket, or check S3_BUCKET and S3_ENDPOINT.",
    },
  ]);
});

test("a wrong key is a fault", async () => {
  const findings = await look(settingsWith({ S3_ACCESS_KEY: "of-somebody-else" }));

  expect(findings).toMatchObject([{ verdict: "fault", advice: expect.stringContaining("Check S3_ACCESS_KEY") }]);
});

test("an unreachable store is a fault", async () => {
  const findings = await look(settingsWith({ S3_ENDPOINT: "http://127.0.0.1:1" }));

  expect(findings).toMatchObject([{ verdict: "fault", detail: expect.stringContaining("ECONNREFUSED") }]);
});

test("a store that does not respond times out", async () => {
  const port = await startSocketServer(() => {});

  const findings = await look(settingsWith({ S3_ENDPOINT: `http://127.0.0.1:${port}` }), 500);

  expect(findings).toMatchObject([{ verdict: "fault", detail: "No response within 0.5 s." }]);
});
