import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../config/config.ts";
import type { RawSettings } from "../config/config-sources.ts";
import { startTestS3, type TestS3 } from "../platform/blobs/testing/test-s3.ts";
import { startLocalServer, startSocketServer } from "../platform/outbound/testing/local-server.ts";
import { checkS3 } from "./check-s3.ts";
import { runCheck } from "./finding.ts";

let s3: TestS3;

beforeAll(async () => {
  s3 = await startTestS3();
});

afterAll(() => s3.stop());

function settingsWith(changes: RawSettings = {}): RawSettings {
  return { ...s3.settings, ...changes };
}

function look(settings: RawSettings, limitMs = 10_000) {
  return runCheck(checkS3(parseConfig(settings)), limitMs);
}

test("without S3 the check is skipped", async () => {
  expect(await look({})).toMatchObject([{ name: "s3", verdict: "skipped" }]);
});

test("an object is written, read and deleted, and nothing remains", async () => {
  const findings = await look(settingsWith());

  expect(findings).toMatchObject([
    {
      verdict: "ok",
      detail: expect.stringMatching(
        /writes, reads and deletes objects, in \d+ ms\. Credentials: S3_ACCESS_KEY and S3_SECRET_KEY, which do not expire\.$/,
      ),
    },
  ]);
  expect(await s3.keys()).toEqual([]);
});

test("the role of the machine is named, and how long its credentials are valid", async () => {
  const signer = { accessKey: "S3RVER", secretKey: "the-secret", sessionToken: "the-session", region: "us-east-1" };
  const withRole = await startTestS3(signer);
  onTestFinished(() => withRole.stop());
  const { accessKey, secretKey, sessionToken } = signer;
  const expiresOn = new Date(Date.now() + 90.5 * 60_000).toISOString();
  const role = { AccessKeyId: accessKey, SecretAccessKey: secretKey, Token: sessionToken, Expiration: expiresOn };
  const metadata = await startLocalServer(({ method, url }, response) => {
    response.end(method === "PUT" ? "token" : url?.endsWith("/weft-role") ? JSON.stringify(role) : "weft-role");
  });
  const { S3_ACCESS_KEY: _key, S3_SECRET_KEY: _secret, ...place } = withRole.settings;

  const findings = await look({ ...place, AWS_EC2_METADATA_SERVICE_ENDPOINT: metadata.url });

  expect(findings).toMatchObject([
    {
      verdict: "ok",
      detail: expect.stringContaining(
        `Credentials: the role of the machine (instance metadata at ${metadata.url}), valid for 90 minutes, and renewed before they expire.`,
      ),
    },
  ]);
  expect(JSON.stringify(findings)).not.toMatch(/the-secret|the-session/);
});

test("a role that cannot be had is a fault", async () => {
  const { S3_ACCESS_KEY: _key, S3_SECRET_KEY: _secret, ...place } = s3.settings;
  const identity = { AWS_WEB_IDENTITY_TOKEN_FILE: "/nowhere/token", AWS_ROLE_ARN: "arn:aws:iam::1:role/weft" };

  const findings = await look({ ...place, ...identity });

  expect(findings).toMatchObject([
    {
      verdict: "fault",
      detail: expect.stringContaining("AWS_WEB_IDENTITY_TOKEN_FILE: the file /nowhere/token cannot be read (ENOENT)"),
      advice: "Check the role that this node runs with, or set S3_ACCESS_KEY and S3_SECRET_KEY.",
    },
  ]);
});

test("the region of the bucket is named", async () => {
  const findings = await look(settingsWith({ S3_REGION: "eu-west-1" }));

  expect(findings).toMatchObject([{ verdict: "fault", advice: "Check S3_REGION and S3_ENDPOINT." }]);
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
