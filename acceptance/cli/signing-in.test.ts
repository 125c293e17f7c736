import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrgRow } from "../../server/src/access/org-store.ts";
import { buildKey, buildOrg, buildUser } from "../../server/src/testing/builders.ts";
import { shareTestService, type TestService, testPassword } from "../../server/src/testing/test-service.ts";
import { runInTerminal, runWeft, type WeftInput } from "../testing/run-weft.ts";

let service: TestService;
let baseUrl: string;
let org: OrgRow;
let apiKey: string;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  service = await shareTestService();
  baseUrl = `${service.address}/api`;
  org = await buildOrg(service);
  ({ apiKey } = await buildKey(service, org));
  folder = await mkdtemp(join(tmpdir(), "weft-signing-in-"));
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  env = { WEFT_CONFIG_DIR: await mkdtemp(join(folder, "config-")) };
});

async function weft(args: readonly string[], input: WeftInput = {}) {
  return runWeft(args, { ...input, env: { ...env, ...input.env } });
}

/** Signs in with the key, like most tests. */
async function signIn(profile = "default") {
  return weft(["login", "--api-key", apiKey, "--org", org.slug, "--base-url", baseUrl, "--profile", profile]);
}

async function readProfiles(): Promise<string> {
  return readFile(join(env["WEFT_CONFIG_DIR"] ?? "", "profiles.json"), "utf8");
}

describe("with a key", () => {
  test("it is verified, stored for the user alone, and used from then on", async () => {
    const fresh = join(env["WEFT_CONFIG_DIR"] ?? "", "fresh");
    env = { WEFT_CONFIG_DIR: fresh };

    const signedIn = await signIn();
    const who = await weft(["whoami", "--json"]);

    expect(signedIn).toMatchObject({ code: 0, stderr: "" });
    expect(signedIn.stdout).toMatch(`Signed in to ${org.slug} as app`);
    expect(signedIn.stdout).toContain(`at ${baseUrl}, profile default.`);
    expect(JSON.parse(who.stdout)).toMatchObject({ org: { slug: org.slug }, baseUrl, profile: "default" });
    expect((await stat(join(fresh, "profiles.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(fresh)).mode & 0o777).toBe(0o700);
  });

  test("it can be standard input, so that no process list shows it", async () => {
    const args = ["login", "--api-key", "-", "--org", org.slug, "--base-url", baseUrl, "--json"];

    const signedIn = await weft(args, { input: `${apiKey}\n` });

    expect(signedIn).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(signedIn.stdout)).toMatchObject({ credential: { type: "app-key" }, profile: "default" });
    expect(signedIn.stdout).not.toContain(apiKey);
  });

  test("missing values are prompted for, and the key is not echoed", async () => {
    const typed = [
      { after: /Organization: $/, text: `${org.slug}\n` },
      { after: /API key: $/, text: `x\u007f${apiKey}\r` },
    ];

    const run = await runInTerminal(["login", "--base-url", baseUrl], { env, typed });

    expect(run.shown).toContain("Signed in to");
    expect(run.code).toBe(0);
    expect(run.shown).not.toContain(apiKey.slice(0, 12));
  });

  test.each([
    // Changes the last character, whatever it is.
    [
      "a wrong key",
      () => ["--api-key", `${apiKey.slice(0, -1)}${apiKey.endsWith("x") ? "y" : "x"}`, "--org", org.slug],
    ],
    ["the slug of another organization", () => ["--api-key", apiKey, "--org", service.first.orgSlug]],
  ])("%s is rejected, and nothing is stored", async (_name, given) => {
    const run = await weft(["login", ...given(), "--base-url", baseUrl]);

    expect(run).toMatchObject({ code: 4, stdout: "" });
    expect(run.stderr).toContain(`The key is not accepted at ${baseUrl}`);
    expect(run.stderr).toContain("Check the key, --org and --base-url.");
    expect(run.stderr).not.toContain(apiKey.slice(0, -1));
    await expect(readProfiles()).rejects.toThrow("ENOENT");
  });

  test("an unreachable URL is reported", async () => {
    const args = ["login", "--api-key", apiKey, "--org", org.slug, "--base-url", "http://127.0.0.1:9/api", "--json"];

    const run = await weft(args);

    expect(run).toMatchObject({ code: 7, stdout: "" });
    expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: "unreachable", next: expect.any(String) } });
  });

  test("an invalid URL is reported", async () => {
    const run = await weft(["login", "--api-key", apiKey, "--org", org.slug, "--base-url", "weft.example.com"]);

    expect(run.code).toBe(2);
    expect(run.stderr).toContain("weft.example.com is not a valid base URL");
  });

  test("without a terminal, the sign-in methods are listed", async () => {
    const run = await weft(["login", "--base-url", baseUrl]);

    expect(run.code).toBe(2);
    expect(run.stderr).toContain("--api-key -");
    expect(run.stderr).toContain("--password-stdin");
  });

  test("two methods at once are rejected", async () => {
    const run = await weft(["login", "--api-key", apiKey, "--sso", "--org", org.slug]);

    expect(run.code).toBe(2);
  });
});

describe("with a password", () => {
  test("it is prompted for without echo, and signing out revokes the token", async () => {
    const user = await buildUser(service, org, { role: "editor" });
    const args = ["login", "--email", user.email, "--org", org.slug, "--base-url", baseUrl];
    const typed = [{ after: /Password of .*: $/, text: `${testPassword}\r` }];

    const run = await runInTerminal(args, { env, typed });
    const { accessToken } = JSON.parse(await readProfiles()).profiles.default;
    const who = await weft(["whoami"]);
    const out = await weft(["logout"]);
    const after = await service.call("GET", "/whoami", { headers: { authorization: `Bearer ${accessToken}` } });

    expect(run).toMatchObject({ code: 0 });
    expect(run.shown).not.toContain("horse");
    expect(who.stdout).toMatch(/^A user \(user \S+, editor\) in /);
    expect(who.stdout).toMatch(/access token "sign-in", expires \S+, in 11 hours/);
    expect(who.stdout).toContain("may read and change all product data");
    expect(who.stdout).toContain("no rate limit");
    expect(out).toMatchObject({ code: 0, stdout: "Signed out of default.\n", stderr: "" });
    expect(after.status).toBe(401);
    expect(await readProfiles()).not.toContain(accessToken);
  });

  test("it can be standard input; a wrong one is rejected", async () => {
    const user = await buildUser(service, org);
    const args = ["login", "--email", user.email, "--password-stdin", "--org", org.slug, "--base-url", baseUrl];

    const wrong = await weft(args, { input: "another" });
    const right = await weft(args, { input: `${testPassword}\n` });

    expect(wrong).toMatchObject({ code: 4, stdout: "" });
    expect(wrong.stderr).toContain("Invalid email address, password or organization.");
    expect(right.code).toBe(0);
  });

  test("Ctrl-C at the prompt cancels, and nothing is stored", async () => {
    const args = ["login", "--email", "ada@example.com", "--org", org.slug, "--base-url", baseUrl];

    const run = await runInTerminal(args, { env, typed: [{ after: /Password/, text: "\u0003" }] });

    expect(run.code).toBe(130);
    await expect(readProfiles()).rejects.toThrow("ENOENT");
  });
});

describe("with other methods", () => {
  test("an access token is read from standard input and defines its organization", async () => {
    const body = { preset: "read-only", expiresInSeconds: 60 };
    const headers = { "x-api-key": apiKey, "x-api-org": org.slug };
    const token = await service.call("POST", "/access-tokens", { headers, body });

    const run = await weft(["login", "--access-token", "-", "--base-url", baseUrl, "--json"], {
      input: token.body.accessToken,
    });

    const elsewhere = await weft(["login", "--access-token", "-", "--base-url", baseUrl, "--org", "another"], {
      input: token.body.accessToken,
    });

    expect(elsewhere).toMatchObject({ code: 4 });
    expect(JSON.parse(run.stdout)).toMatchObject({ org: { slug: org.slug }, credential: { type: "access-token" } });
    expect(JSON.parse(await readProfiles()).profiles.default).toMatchObject({ orgSlug: org.slug, way: "token" });
  });

  test("the first credentials of a new service are read from their file", async () => {
    const file = join(folder, "first-credentials.json");
    await writeFile(file, JSON.stringify({ ...service.first, baseUrl }));

    const run = await weft(["login", "--credentials", file]);
    const other = await weft(["login", "--credentials", new URL(import.meta.url).pathname]);

    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain(`Signed in to ${service.first.orgSlug} as first-app (app)`);
    expect(other).toMatchObject({ code: 1 });
    expect(other.stderr).toContain("does not contain credentials");
  });
});
