import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runWeft } from "../testing/run-weft.ts";

test.each([
  ["serve"],
  ["migrate"],
  ["doctor"],
  ["health"],
  ["admin", "orgs", "create"],
  ["admin", "users", "create"],
  ["admin", "users", "reset-password"],
  ["admin", "keys", "create"],
  ["admin", "keys", "revoke"],
  ["admin", "tokens", "create"],
  ["admin", "secrets", "status"],
  ["admin", "secrets", "rotate"],
  ["admin", "secrets", "reset"],
  ["admin", "jobs", "list"],
  ["admin", "jobs", "retry"],
  ["admin", "backup"],
  ["admin", "restore"],
])("weft %s %s %s has help with examples", async (...words) => {
  const { code, stdout } = await runWeft([...words, "--help"]);

  expect(code).toBe(0);
  expect(stdout).toContain(`Examples:\n  weft ${words.join(" ")}`);
});

test.each([[["admin", "nope"]], [["serve", "--nope"]], [["admin", "keys", "create"]]])(
  "%j is a usage error: 2",
  async (words) => {
    const { code, stderr } = await runWeft(words);

    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: /);
  },
);

test("a start without credentials for S3 says what it has looked for, after all attempts", async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "weft-s3-"));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const nowhere = "http://127.0.0.1:1";

  const { code, stderr } = await runWeft(["serve"], {
    env: {
      DATA_DIR: dataFolder,
      PORT: "0",
      S3_ENDPOINT: nowhere,
      S3_BUCKET: "files",
      AWS_EC2_METADATA_SERVICE_ENDPOINT: nowhere,
    },
  });

  expect(code).toBe(1);
  expect(stderr).toContain("No credentials for S3.");
  expect(stderr).toContain(`The instance metadata at ${nowhere} did not respond (ECONNREFUSED).`);
});
