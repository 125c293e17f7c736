import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, buildUser, firstOrg } from "../../testing/builders.ts";
import { shareTestService, type TestService } from "../../testing/test-service.ts";
import { bearer, signIn } from "../testing/sign-in.ts";
import { buildAuditWorld } from "./testing/audit-world.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

const buildWorld = () => buildAuditWorld(service);

test("an entry has the actor, origin, action, and the state before and after", async () => {
  const { org, key, call, log } = await buildWorld();
  const user = await buildUser(service, org);

  await service.call("PUT", `/users/${user.id}`, {
    headers: { ...key.headers, "user-agent": "curl/8", "x-request-id": "req-1" },
    body: { name: "Ada", role: "editor" },
  });

  const [entry] = await log({ action: "user.update" });
  expect(entry).toMatchObject({
    id: "A1",
    sequence: 1,
    outcome: "success",
    actor: { type: "app", credential: { type: "app-key", id: key.id } },
    target: { type: "user", id: user.id },
    origin: { address: "127.0.0.1", userAgent: "curl/8", requestId: "req-1" },
    before: { name: "A user", role: "viewer" },
    after: { name: "Ada", role: "editor" },
    erased: [],
    previousHash: "0".repeat(64),
  });
  expect(entry.actor.name).toMatch(/^app /);
  expect((await call("PUT", `/users/${user.id}`, { name: "Ada" })).status).toBe(200);
  expect(await log({ action: "user.update" })).toHaveLength(1);
});

test("a dry run and a failed change leave no entry", async () => {
  const { call, log } = await buildWorld();

  await call("POST", "/apps?dryRun=true", { name: "one" });
  await call("POST", "/users", { email: "a@users.example", role: "no-such-role" });

  expect(await log()).toEqual([]);
});

test("the log is filtered by each criterion and by all of them together", async () => {
  const { call, log } = await buildWorld();
  const app = (await call("POST", "/apps", { name: "one" })).body;
  await call("PUT", `/apps/${app.id}`, { description: "changed" });
  await call("POST", "/apps", { name: "two" });
  const today = new Date().toISOString().slice(0, 10);

  const actorId = (await log())[0].actor.id;
  const counts = await Promise.all(
    [
      {},
      { action: "app.create" },
      { targetType: "app" },
      { targetId: app.id },
      { actorId },
      { outcome: "denied" },
      { createdOn: `BETWEEN ${today} and 2099-01-01` },
      { createdOn: "BETWEEN 2001-01-01 and 2001-01-02" },
      { action: "app.update", targetId: app.id, actorId, outcome: "success" },
    ].map(async (criteria) => (await log(criteria)).length),
  );

  expect(counts).toEqual([3, 2, 3, 2, 3, 0, 3, 0, 1]);
  expect((await call("GET", "/audit-log?criteria=~(who~'me)")).status).toBe(400);
  expect((await call("GET", "/audit-log?criteria=~(action~'nothing)")).status).toBe(400);
});

test("pages go from the newest entry to the oldest, and after reads new entries", async () => {
  const { call } = await buildWorld();
  for (const name of ["a", "b", "c"]) {
    await call("POST", "/apps", { name });
  }

  const first = (await call("GET", "/audit-log?limit=2")).body;
  await call("POST", "/apps", { name: "d" });
  const second = (await call("GET", `/audit-log?limit=2&nextPageKey=${first.nextPageKey}`)).body;
  const after = (await call("GET", `/audit-log?after=${first.coveredUntil}`)).body;
  const all = (await call("GET", "/audit-log?after=beginning&limit=3")).body;

  const sequences = (page: { results: { sequence: number }[] }) => page.results.map(({ sequence }) => sequence);
  expect([first, second, after, all].map(sequences)).toEqual([[3, 2], [1], [4], [1, 2, 3]]);
  expect(second.nextPageKey).toBeUndefined();
  expect([after.coveredUntil, all.coveredUntil]).toEqual(["A4", "A3"]);
  expect((await call("GET", "/audit-log?after=now")).body).toMatchObject({ results: [], coveredUntil: "A4" });
  expect((await call("GET", "/audit-log?after=A9")).status).toBe(410);
  expect((await call("GET", "/audit-log?after=x")).status).toBe(400);
  expect((await call("GET", `/audit-log?nextPageKey=${Buffer.from("9.1").toString("base64url")}`)).status).toBe(400);
  expect((await call("GET", "/audit-log?after=now&nextPageKey=1.1")).status).toBe(400);
});

test("the export has one entry per line, and is itself in the log", async () => {
  const { call, log } = await buildWorld();
  await call("POST", "/apps", { name: "a" });
  await call("POST", "/apps", { name: "b" });

  const exported = await call("GET", "/audit-log/export?criteria=~(action~'app.create)");

  const lines = String(exported.body).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).after.name)).toEqual(["a", "b"]);
  expect(exported.headers.get("x-covered-until")).toBe("A2");
  expect(await log({ action: "export.download" })).toMatchObject([
    { target: { type: "audit-log" }, after: { operation: "export-audit-log", criteria: "~(action~'app.create)" } },
  ]);
});

test("only administrators read the log, and only that of their org", async () => {
  const { org, call } = await buildWorld();
  await call("POST", "/apps", { name: "secret-app" });
  const editor = await signIn(service, org, await buildUser(service, org, { role: "editor" }));
  const viewer = await signIn(service, org, await buildUser(service, org, { role: "viewer" }));
  const admin = await signIn(service, org, await buildUser(service, org, { role: "admin" }));
  const wide = await buildKey(service, org, {
    rights: [{ verbs: ["read", "create", "update", "delete"], typePath: "*" }],
  });
  const named = await buildKey(service, org, { rights: [{ verbs: ["read"], typePath: "audit-entry" }] });
  const narrowed = await buildKey(service, org, {
    preset: "callback",
    user: await buildUser(service, org, { role: "owner" }),
  });
  const read = async (headers: Record<string, string>, path = "/audit-log") =>
    (await service.call("GET", path, { headers })).status;

  const refused = [bearer(editor), bearer(viewer), wide.headers, named.headers, narrowed.headers];
  expect(await Promise.all(refused.map((headers) => read(headers)))).toEqual([404, 404, 404, 404, 404]);
  expect(await Promise.all(refused.map((headers) => read(headers, "/audit-log/export")))).toEqual(
    refused.map(() => 404),
  );
  expect(await read({})).toBe(401);
  expect(await read(bearer(admin))).toBe(200);
  const other = await service.call("GET", "/audit-log");
  expect(JSON.stringify(other.body)).not.toContain("secret-app");
});

test("the first start is in the log of the org that it created", async () => {
  const org = await firstOrg(service);

  const { results } = (await service.call("GET", "/audit-log?after=beginning&limit=4")).body;

  expect(results.map(({ action }: { action: string }) => action)).toEqual([
    "org.create",
    "user.create",
    "app.create",
    "api-key.create",
  ]);
  expect(results[0]).toMatchObject({ actor: { type: "system" }, target: { id: org.id } });
  expect(results[1].after).toMatchObject({ email: service.first.email, role: "owner" });
});

test("an org cannot keep its log for less than 90 days", async () => {
  const { call, log } = await buildWorld();

  const set = async (auditRetentionDays: number | null) => (await call("PUT", "/org", { auditRetentionDays })).status;

  expect([await set(89), await set(90), await set(null), await set(36_501)]).toEqual([400, 200, 200, 400]);
  expect(await log({ action: "org.update" })).toMatchObject([
    { before: { auditRetentionDays: 90 }, after: { auditRetentionDays: null } },
    { before: { auditRetentionDays: null }, after: { auditRetentionDays: 90 } },
  ]);
});
