import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgRow } from "../../server/src/access/org-store.ts";
import { buildKey, buildOrg, buildUser } from "../../server/src/testing/builders.ts";
import { keyHeaders, shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { runInTerminal, runWeft } from "../testing/run-weft.ts";

let service: TestService;
let org: OrgRow;
let env: Record<string, string>;

beforeAll(async () => {
  service = await shareTestService();
  org = await buildOrg(service);
  const { apiKey } = await buildKey(service, org);
  env = envOf(apiKey);
});

afterAll(() => service.stop());

function envOf(apiKey: string): Record<string, string> {
  return { WEFT_API_KEY: apiKey, WEFT_ORG: org.slug, WEFT_BASE_URL: `${service.address}/api` };
}

async function whoamiOf(apiKey: string) {
  return service.call("GET", "/whoami", { headers: keyHeaders({ apiKey, orgSlug: org.slug }) });
}

test("getApiKey creates the app and prints only a key with access to all product data", async () => {
  const run = await runWeft(["getApiKey", "--app", "erp"], { env });
  const second = await runWeft(["getApiKey", "--app", "erp", "--label", "staging"], { env });

  const who = await whoamiOf(run.stdout.trim());
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^app:weft_\w{36}\n$/);
  expect(run.stderr).toContain("Created the app erp.");
  expect(run.stderr).toContain("may read and change all product data. It never expires.");
  expect(run.stderr).not.toContain(run.stdout.trim());
  expect(second.stderr).not.toContain("Created the app");
  expect(who.body).toMatchObject({
    actor: { type: "app", name: "erp" },
    isAdministrator: false,
    rights: [{ verbs: ["read", "create", "update", "delete"], typePath: "*" }],
  });
});

test("preset, label, expiry and rate limit are set on the key; --json prints all fields", async () => {
  const inputs = ["--preset", "read-only", "--label", "prod", "--expires", "30", "--rate-limit", "50", "--json"];

  const run = await runWeft(["getApiKey", "--app", "shop", ...inputs], { env });

  const created = JSON.parse(run.stdout);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(created).toMatchObject({ label: "prod", preset: "read-only", ratePerSecond: 50, apiKey: /^app:weft_/ });
  const days = (Date.parse(created.expiresOn) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
});

test("invalid options are rejected before an app is created", async () => {
  const runs = await Promise.all([
    runWeft(["getApiKey"], { env }),
    runWeft(["getApiKey", "--app", "never", "--preset", "everything"], { env }),
    runWeft(["getApiKey", "--app", "never", "--expires", "yesterday"], { env }),
    runWeft(["getApiKey", "--app", "never", "--rate", "fast"], { env }),
    runWeft(["keys", "create", "--app", "never", "--user", "ada@example.com"], { env }),
  ]);

  const apps = await runWeft(["apps", "list", "--json"], { env });
  expect(runs.map(({ code, stdout }) => [code, stdout])).toEqual(runs.map(() => [2, ""]));
  expect(apps.stdout).not.toContain("never");
});

test("keys create creates a key for an app, a user or yourself", async () => {
  const user = await buildUser(service, org, { role: "editor" });
  const own = await buildKey(service, org, { user });

  const ofApp = await runWeft(["keys", "create", "--app", "pim", "--rights", rightsOn("item:*")], { env });
  const ofUser = await runWeft(["keys", "create", "--user", user.email], { env });
  const ofCaller = await runWeft(["keys", "create", "--label", "laptop"], { env: envOf(own.apiKey) });
  const notAllowed = await runWeft(["getApiKey", "--app", "pim"], { env: envOf(own.apiKey) });
  const nobody = await runWeft(["keys", "create", "--user", "nobody@example.com"], { env });

  const bodies = await Promise.all(
    [ofApp, ofUser, ofCaller].map(async ({ stdout }) => (await whoamiOf(stdout.trim())).body),
  );
  expect(bodies).toMatchObject([
    { actor: { name: "pim" }, rights: [{ verbs: ["read"], typePath: "item:*" }] },
    { actor: { id: user.id }, role: "editor" },
    { actor: { id: user.id }, credential: { label: "laptop" } },
  ]);
  expect([notAllowed.code, nobody.code]).toEqual([4, 3]);
  expect(notAllowed.stderr).toContain("Only administrators can create keys");
});

function rightsOn(typePath: string): string {
  return JSON.stringify([{ verbs: ["read"], typePath }]);
}

test("the key of the current profile is rotated, and the profile uses the new key", async () => {
  const folder = await mkdtemp(join(tmpdir(), "weft-keys-"));
  const { id, apiKey } = await buildKey(service, org);
  const profileEnv = { WEFT_CONFIG_DIR: folder };
  const login = ["login", "--api-key", apiKey, "--org", org.slug, "--base-url", `${service.address}/api`];
  await runWeft(login, { env: profileEnv });

  const rotated = await runWeft(["keys", "rotate", id, "--overlap", "0"], { env: profileEnv });
  const who = await runWeft(["whoami", "--json"], { env: profileEnv });

  const successor = rotated.stdout.trim();
  expect(rotated.stderr).toContain("The profile default now uses the new key.");
  expect(successor).toMatch(/^app:weft_/);
  expect(JSON.parse(who.stdout)).toMatchObject({ profile: "default" });
  expect(await readFile(join(folder, "profiles.json"), "utf8")).toContain(successor);
  await waitUntil("the old key is expired", async () => (await whoamiOf(apiKey)).status === 401);
  await rm(folder, { recursive: true, force: true });
});

test("a key is rotated with an overlap, and listed without its secret", async () => {
  const { id, apiKey } = await buildKey(service, org, { preset: "read-only" });

  const rotated = await runWeft(["keys", "rotate", id, "--json"], { env });
  const table = await runWeft(["keys", "list"], { env });
  expect(table.stdout).toMatch(/^ID +LABEL +APP +SECRETHINT/);
  const listed = await runWeft(["keys", "list", "--json", "--all"], { env });

  const successor = JSON.parse(rotated.stdout);
  const keys = listed.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(successor).toMatchObject({ preset: "read-only", apiKey: /^app:weft_/ });
  expect(keys.find((key) => key.id === id).expiresOn).toEqual(expect.any(String));
  expect((await whoamiOf(apiKey)).status).toBe(200);
  expect(listed.stdout).not.toContain(successor.apiKey);
});

test("a key is revoked only after confirmation", async () => {
  const { id, apiKey } = await buildKey(service, org);

  const nobody = await runWeft(["keys", "revoke", id], { env });
  const no = await runInTerminal(["keys", "revoke", id], {
    env,
    typed: [{ after: /This cannot be undone\. \[y\/N\] $/, text: "n\r" }],
  });
  const interrupted = await runInTerminal(["keys", "revoke", id], {
    env,
    typed: [{ after: /\[y\/N\] $/, text: "\u0003" }],
  });
  const before = await whoamiOf(apiKey);
  const revoked = await runWeft(["keys", "revoke", id, "--yes", "--json"], { env });

  expect([nobody.code, no.code, interrupted.code, before.status]).toEqual([2, 1, 130, 200]);
  expect(JSON.parse(revoked.stdout)).toMatchObject({ id, revokedOn: expect.any(String) });
  await waitUntil("it is rejected", async () => (await whoamiOf(apiKey)).status === 401);
});

test("a token is issued, for an app or for the callbacks of one task", async () => {
  const ofApp = await runWeft(["tokens", "create", "--app", "erp", "--seconds", "120"], { env });
  const ofTask = await runWeft(["tokens", "create", "--task", "t1", "--json"], { env });

  const headers = { authorization: `Bearer ${ofApp.stdout.trim()}` };
  const who = await service.call("GET", "/whoami", { headers });
  expect(who.body).toMatchObject({
    actor: { name: "erp" },
    credential: { type: "access-token" },
    isAdministrator: false,
  });
  expect(JSON.parse(ofTask.stdout)).toMatchObject({
    taskId: "t1",
    preset: "callback",
    accessToken: expect.any(String),
  });
});
