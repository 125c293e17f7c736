import { apiKeyOperations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/ids.ts";
import { buildKey, buildOrg, buildUser } from "../../testing/builders.ts";
import { shareTestService, type TestAnswer, type TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { describeAdministeredKind } from "../testing/describe-administered-kind.ts";
import { errorsOf, problem } from "../testing/problem.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

describeAdministeredKind(() => service, {
  plural: "api-keys",
  operations: apiKeyOperations,
  buildBody: () => ({ label: "test", preset: "read-only" }),
  change: { label: "production", ratePerSecond: 2.5, expiresOn: "2099-12-31T23:59:59.999Z" },
  readOnly: { appId: newId(), userId: 7, secretHint: "", revokedOn: null, lastUsedOn: "today" },
  badBody: {
    body: { appId: "x", userId: 7, label: "", preset: "root", rights: {}, ratePerSecond: 0, expiresOn: "tomorrow" },
    errors: [
      "#/appId invalid-format",
      "#/expiresOn invalid-format",
      "#/label too-small",
      "#/preset invalid-value",
      "#/ratePerSecond too-small",
      "#/rights invalid-type",
      "#/userId invalid-type",
    ],
  },
  badChange: {
    body: { label: null, ratePerSecond: 1_000_001, expiresOn: "2027-01-01", secretHash: "x" },
    errors: [
      "#/expiresOn invalid-format",
      "#/label invalid-type",
      "#/ratePerSecond too-big",
      "#/secretHash unknown-member",
    ],
  },
  secret: "apiKey",
  isOpenToUsers: true,
});

const issue = (body: object) => service.call("POST", "/api-keys", { body });
const change = (key: TestAnswer, body: object) => service.call("PUT", `/api-keys/${key.body.id}`, { body });
const rotate = (key: TestAnswer, body?: object) => service.call("POST", `/api-keys/${key.body.id}/rotate`, { body });
const revoke = (key: TestAnswer) => service.call("POST", `/api-keys/${key.body.id}/revoke`);

function whoami(key: TestAnswer): Promise<TestAnswer> {
  const headers = { "x-api-key": key.body.apiKey, "x-api-org": service.first.orgSlug };
  return service.call("GET", "/whoami", { headers });
}

describe("creating", () => {
  test("a key works, and shows its first and last characters for recognition", async () => {
    const key = await issue({ preset: "loader" });

    const caller = await whoami(key);

    const { id, appId, apiKey, secretHint } = key.body;
    expect(key.body).toMatchObject({ label: "default", preset: "loader", rights: null, ratePerSecond: null });
    expect(caller.body).toMatchObject({ actor: { id: appId }, credential: { type: "app-key", id, label: "default" } });
    expect(secretHint).toBe(`${apiKey.slice(0, 13)}…${apiKey.slice(-4)}`);
  });

  test("an app has several keys, each with its own settings", async () => {
    const { body: app } = await service.call("POST", "/apps", { body: { name: `ERP ${newId()}` } });
    const rights = [{ verbs: ["read"], typePath: "item:*", fields: ["cost"] }];

    const test = await issue({ appId: app.id, label: "test", rights, expiresOn: "2099-01-01T00:00:00.000Z" });
    const production = await issue({ appId: app.id, label: "production", preset: "admin", ratePerSecond: 7 });

    expect((await whoami(test)).body).toMatchObject({
      actor: { id: app.id, name: app.name },
      credential: { label: "test", expiresOn: "2099-01-01T00:00:00.000Z" },
      isAdministrator: false,
      rights,
      rate: null,
    });
    expect((await whoami(production)).body).toMatchObject({
      actor: { id: app.id },
      credential: { label: "production" },
      isAdministrator: true,
      rate: { requestsPerSecond: 7, burst: 14 },
    });
  });

  test.each<[string, object, string]>([
    ["of an app without a preset or rights", {}, "#/preset invalid-value"],
    ["with a preset and rights together", { preset: "loader", rights: [] }, "#/rights invalid-value"],
    ["of an unknown app", { appId: newId(), preset: "loader" }, "#/appId invalid-value"],
    ["of an unknown user", { userId: newId() }, "#/userId invalid-value"],
    ["of an app and a user together", { appId: newId(), userId: newId() }, "#/userId invalid-value"],
  ])("a key %s is rejected", async (_name, body, error) => {
    const answer = await issue(body);

    expect(answer).toMatchObject(problem("invalid-request"));
    expect(errorsOf(answer)).toEqual([error]);
  });

  test("a key for an app or a user of another org is rejected", async () => {
    const org = await buildOrg(service);
    const user = await buildUser(service, org, { password: null });
    const { headers } = await buildKey(service, org);
    const { body: app } = await service.call("POST", "/apps", { headers, body: { name: "ERP" } });

    const ofApp = await issue({ appId: app.id, preset: "loader" });
    const ofUser = await issue({ userId: user.id });

    expect(errorsOf(ofApp)).toEqual(["#/appId invalid-value"]);
    expect(errorsOf(ofUser)).toEqual(["#/userId invalid-value"]);
  });
});

test("the key of a dry run is not valid", async () => {
  const dryRunResult = await service.call("POST", "/api-keys?dryRun=true", { body: { preset: "admin" } });

  expect(dryRunResult.status).toBe(201);
  expect(await whoami(dryRunResult)).toMatchObject(problem("unauthenticated"));
});

describe("changing", () => {
  test("rights replace a preset and vice versa, at once", async () => {
    const key = await issue({ preset: "admin" });
    const rights = [{ verbs: ["read"], typePath: "color" }];

    const narrowed = await change(key, { rights });
    const withRights = await whoami(key);
    const widened = await change(key, { preset: "read-only" });
    const withPreset = await whoami(key);

    expect(narrowed.body).toMatchObject({ preset: null, rights });
    expect(withRights.body).toMatchObject({ isAdministrator: false, rights });
    expect(widened.body).toMatchObject({ preset: "read-only", rights: null });
    expect(withPreset.body).toMatchObject({ rights: [{ verbs: ["read"], typePath: "*" }] });
  });

  test("null removes the key's own rate and its expiry", async () => {
    const key = await issue({ preset: "loader", ratePerSecond: 5, expiresOn: "2099-01-01T00:00:00.000Z" });

    const answer = await change(key, { ratePerSecond: null, expiresOn: null });

    expect(answer.body).toMatchObject({ ratePerSecond: null, expiresOn: null, preset: "loader" });
  });

  test("a preset and rights together are rejected", async () => {
    const answer = await change(await issue({ preset: "loader" }), { preset: "admin", rights: [] });

    expect(answer).toMatchObject(problem("invalid-request"));
    expect(errorsOf(answer)).toEqual(["#/rights invalid-value"]);
  });

  test("null next to the other is accepted, and null for both is rejected", async () => {
    const rights = [{ verbs: ["read"], typePath: "color" }];
    const key = await issue({ preset: "loader" });

    const unchanged = await change(key, { preset: "loader", rights: null });
    const narrowed = await change(key, { preset: null, rights });
    const bare = await change(key, { preset: null, rights: null });
    const taken = await change(key, { rights: null });

    expect(unchanged.body).toMatchObject({ preset: "loader", rights: null, version: 1 });
    expect(narrowed.body).toMatchObject({ preset: null, rights, version: 2 });
    expect(errorsOf(bare)).toEqual(["#/preset invalid-value"]);
    expect(errorsOf(taken)).toEqual(["#/preset invalid-value"]);
  });

  test("an expiry in the past disables the key, and a later one enables it again", async () => {
    const key = await issue({ preset: "loader" });
    const before = await whoami(key);

    await change(key, { expiresOn: "2020-01-01T00:00:00.000Z" });
    const ended = await whoami(key);
    await change(key, { expiresOn: "2099-01-01T00:00:00.000Z" });
    const goingOn = await whoami(key);

    expect([before.status, ended.status, goingOn.status]).toEqual([200, 401, 200]);
  });
});

describe("rotating", () => {
  test("the old key and its successor both work, until the overlap of the old one ends", async () => {
    const old = await issue({ label: "production", preset: "loader", ratePerSecond: 9 });

    const successor = await rotate(old, { overlapSeconds: 2 });
    const during = [(await whoami(old)).status, (await whoami(successor)).status];
    await waitUntil("the old key has ended", async () => (await whoami(old)).status === 401);

    expect(successor).toMatchObject({
      status: 201,
      body: { label: "production", preset: "loader", ratePerSecond: 9, appId: old.body.appId, expiresOn: null },
    });
    expect(successor.headers.get("location")).toBe(`/api/api-keys/${successor.body.id}`);
    expect(successor.headers.get("cache-control")).toBe("no-store");
    expect(during).toEqual([200, 200]);
    expect((await whoami(successor)).status).toBe(200);
  });

  test("the overlap is a day by default, and never later than the old key's own expiry", async () => {
    const lasting = await issue({ preset: "loader" });
    const ending = await issue({ preset: "loader", expiresOn: new Date(Date.now() + 3_600_000).toISOString() });

    await rotate(lasting);
    await rotate(ending);

    const { body: first } = await service.call("GET", `/api-keys/${lasting.body.id}`);
    const { body: second } = await service.call("GET", `/api-keys/${ending.body.id}`);
    const lastingHours = (new Date(first.expiresOn).getTime() - Date.now()) / 3_600_000;
    expect(lastingHours).toBeGreaterThan(23.9);
    expect(lastingHours).toBeLessThanOrEqual(24);
    expect(second.expiresOn).toBe(ending.body.expiresOn);
  });

  test("the successor of a key with an expiry has the same lifetime", async () => {
    const ending = await issue({ preset: "loader", expiresOn: new Date(Date.now() + 3_600_000).toISOString() });

    const { body } = await rotate(ending);

    const minutes = (new Date(body.expiresOn).getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThan(65);
  });

  test("the path may have the singular", async () => {
    const { body: old } = await issue({ preset: "loader" });

    const rotated = await service.call("POST", `/api-key/${old.id}/rotate`);
    const revoked = await service.call("POST", `/api-key/${old.id}/revoke`);

    expect([rotated.status, revoked.status]).toEqual([201, 200]);
  });

  test("without an overlap the old key is revoked at once", async () => {
    const old = await issue({ preset: "loader" });
    await whoami(old);

    const successor = await rotate(old, { overlapSeconds: 0 });

    expect(await whoami(old)).toMatchObject(problem("unauthenticated"));
    expect((await whoami(successor)).status).toBe(200);
  });

  test.each([-1, 1.5, 2_592_001, "1"])("an overlap of %j is rejected", async (overlapSeconds) => {
    const answer = await rotate(await issue({ preset: "loader" }), { overlapSeconds });

    expect(answer).toMatchObject(problem("invalid-request"));
  });

  test("a revoked or expired key cannot be rotated", async () => {
    const revoked = await issue({ preset: "loader" });
    await revoke(revoked);
    const expired = await issue({ preset: "loader", expiresOn: "2020-01-01T00:00:00.000Z" });

    expect(await rotate(revoked)).toMatchObject(problem("conflict"));
    expect(await rotate(expired)).toMatchObject(problem("conflict"));
  });
});

describe("revoking", () => {
  test("a revoked key is rejected at once and stays in the list; revoking again changes nothing", async () => {
    const key = await issue({ preset: "loader" });
    await whoami(key);

    const first = await revoke(key);
    const second = await revoke(key);

    expect(first).toMatchObject({ status: 200, body: { id: key.body.id, version: 2 } });
    expect(first.body.revokedOn).toMatch(/^\d{4}-/);
    expect(second.body).toEqual(first.body);
    expect(await whoami(key)).toMatchObject(problem("unauthenticated"));
  });

  test.each(["rotate", "revoke"])("another org's administrator cannot %s a key", async (verb) => {
    const key = await issue({ preset: "loader" });
    const { headers } = await buildKey(service, await buildOrg(service));

    const answer = await service.call("POST", `/api-keys/${key.body.id}/${verb}`, { headers });
    const unknown = await service.call("POST", `/api-keys/${newId()}/${verb}`);

    expect(answer).toMatchObject(problem("not-found"));
    expect(unknown).toMatchObject(problem("not-found"));
    expect((await whoami(key)).status).toBe(200);
  });
});
