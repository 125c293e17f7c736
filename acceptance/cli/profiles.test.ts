import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrgRow } from "../../server/src/access/org-store.ts";
import { sql } from "../../server/src/platform/database/sql.ts";
import { buildKey, buildOrg, buildUser } from "../../server/src/testing/builders.ts";
import { shareTestService, type TestService, testPassword } from "../../server/src/testing/test-service.ts";
import { keyEnv, runWeft, type WeftInput } from "../testing/run-weft.ts";

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
  folder = await mkdtemp(join(tmpdir(), "weft-profiles-"));
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

describe("profiles", () => {
  test("are listed without secrets, changed and deleted", async () => {
    await signIn("staging");
    await signIn("production");

    const listed = await weft(["profiles", "list", "--json"]);
    const shown = await weft(["profiles", "list"]);
    const used = await weft(["profiles", "use", "staging"]);
    const who = await weft(["whoami", "--json"]);
    const removed = await weft(["profiles", "remove", "staging"]);
    const gone = await weft(["profiles", "use", "staging"]);
    const nobody = await weft(["whoami"]);

    expect(JSON.parse(listed.stdout).results).toMatchObject([
      { name: "staging", isCurrent: false, credential: "key", orgSlug: org.slug, baseUrl },
      { name: "production", isCurrent: true },
    ]);
    expect(listed.stdout + shown.stdout).not.toContain("weft_");
    expect(used.code).toBe(0);
    expect(JSON.parse(who.stdout)).toMatchObject({ profile: "staging" });
    expect(removed.code).toBe(0);
    expect(gone).toMatchObject({ code: 3 });
    expect(nobody).toMatchObject({ code: 3 });
    expect(nobody.stderr).toContain("weft profiles use");
  });

  test("the environment takes precedence over the profile, and --profile over the environment", async () => {
    await signIn();

    const byEnvironment = await weft(["whoami", "--json"], { env: keyEnv(service) });
    const byName = await weft(["whoami", "--json", "--profile", "default"], { env: keyEnv(service) });
    const withoutOrg = await weft(["whoami"], { env: { WEFT_API_KEY: apiKey } });
    const byVariable = await weft(["whoami"], { env: { WEFT_PROFILE: "another" } });

    expect(JSON.parse(byEnvironment.stdout)).toMatchObject({ org: { slug: service.first.orgSlug } });
    expect(JSON.parse(byName.stdout)).toMatchObject({ org: { slug: org.slug }, profile: "default" });
    expect(withoutOrg).toMatchObject({ code: 2 });
    expect(withoutOrg.stderr).toContain("Set WEFT_ORG");
    expect(byVariable).toMatchObject({ code: 3 });
    expect(byVariable.stderr).toContain("Profile another not found. Profiles: default.");
  });

  test("rejected credentials are explained", async () => {
    await signIn();
    const wrongKey = { ...keyEnv(service), WEFT_API_KEY: apiKey };

    const ofEnvironment = await weft(["whoami"], { env: wrongKey });
    const ofElsewhere = await weft(["whoami", "--org", service.first.orgSlug]);

    expect([ofEnvironment.code, ofElsewhere.code]).toEqual([4, 4]);
    expect(ofEnvironment.stderr).toContain("The credentials in the environment are not accepted");
    expect(ofEnvironment.stderr).toContain("Check WEFT_API_KEY");
    expect(ofElsewhere.stderr).toContain(
      `The profile default is for the organization ${org.slug}, not for ${service.first.orgSlug}.`,
    );
  });

  test("a key is not sent to another URL than it was stored for", async () => {
    await signIn();
    const requestsBefore = service.logLines.length;

    const byOption = await weft(["whoami", "--base-url", `${baseUrl.replace("127.0.0.1", "localhost")}`]);
    const byVariable = await weft(["whoami"], { env: { WEFT_BASE_URL: "http://127.0.0.1:9/api" } });

    expect([byOption.code, byVariable.code]).toEqual([2, 2]);
    expect(byOption.stderr).toContain(`The profile default is for ${baseUrl}`);
    expect(service.logLines.slice(requestsBefore)).toEqual([]);
  });

  test("an invalid profile file is reported, and not overwritten", async () => {
    const file = join(env["WEFT_CONFIG_DIR"] ?? "", "profiles.json");
    await writeFile(file, '{"current": "default", "profiles": {"default": {}}}');

    const run = await signIn();

    expect(run.code).toBe(1);
    expect(run.stderr).toContain("is not a valid profile file");
    expect(await readProfiles()).toContain('"default": {}');
  });
});

describe("signing out", () => {
  test("a key is only deleted locally, with --all from all profiles", async () => {
    await signIn("one");
    await signIn("two");

    const out = await weft(["logout", "--all", "--json"]);
    const nobody = await weft(["whoami"]);
    const still = await service.call("GET", "/whoami", { headers: { "x-api-key": apiKey, "x-api-org": org.slug } });

    expect(JSON.parse(out.stdout)).toEqual({
      results: ["one", "two"].map((profile) => ({ profile, isTokenRevoked: false })),
    });
    expect(nobody).toMatchObject({ code: 4 });
    expect(nobody.stderr).toContain("Not signed in.");
    expect(still.status).toBe(200);
  });

  test("an unreachable service does not prevent signing out", async () => {
    const profile = { baseUrl: "http://127.0.0.1:9/api", orgSlug: org.slug, accessToken: "t", expiresOn: "2030-01-01" };
    const file = join(env["WEFT_CONFIG_DIR"] ?? "", "profiles.json");
    await writeFile(file, JSON.stringify({ current: "default", profiles: { default: profile } }));

    const out = await weft(["logout"]);

    expect(out).toMatchObject({ code: 0, stdout: "Signed out of default.\n" });
    expect(out.stderr).toContain("stays valid until 2030-01-01");
  });

  test("an expired or revoked sign-in is reported, with the command that renews it", async () => {
    const user = await buildUser(service, org);
    const args = ["login", "--email", user.email, "--password-stdin", "--org", org.slug, "--base-url", baseUrl];
    await weft(args, { input: testPassword });
    await service.database.db.query(sql`update access_tokens set revoked_on = now() where user_id = ${user.id}`);

    const revoked = await weft(["items", "list"]);
    const file = join(env["WEFT_CONFIG_DIR"] ?? "", "profiles.json");
    await writeFile(
      file,
      (await readProfiles()).replace(/"expiresOn": "[^"]*"/, '"expiresOn": "2026-01-01T00:00:00Z"'),
    );
    const ended = await weft(["items", "list", "--json"]);

    const next = `Sign in again: weft login --email ${user.email} --profile default`;
    expect(revoked).toMatchObject({ code: 4, stdout: "" });
    expect(revoked.stderr).toContain("The sign-in of the profile default is no longer accepted");
    expect(revoked.stderr).toContain(next);
    expect(JSON.parse(ended.stderr)).toMatchObject({
      error: {
        message: "The sign-in of the profile default expired on 2026-01-01T00:00:00Z.",
        next,
        code: "unauthenticated",
        status: 401,
      },
    });
  });
});
