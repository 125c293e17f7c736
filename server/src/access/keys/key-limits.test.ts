import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "../../platform/durations.ts";
import { buildKey, buildOrg, buildUser } from "../../testing/builders.ts";
import { shareTestService, type TestService, testPassword } from "../../testing/test-service.ts";
import { buildAuditWorld } from "../audit/testing/audit-world.ts";
import { bearer, signIn } from "../testing/sign-in.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

test("a key works only from its allowed addresses, and a use from elsewhere is in the audit log", async () => {
  const world = await buildAuditWorld(service);
  const allowed = await buildKey(service, world.org, { allowedAddresses: ["127.0.0.0/8", "2001:db8::/32"] });
  const elsewhere = await buildKey(service, world.org, { allowedAddresses: ["203.0.113.0/24"] });

  expect((await service.call("GET", "/whoami", { headers: allowed.headers })).status).toBe(200);
  const refused = await service.call("GET", "/whoami", { headers: elsewhere.headers });
  const again = await service.call("POST", "/items", { headers: elsewhere.headers, body: { name: "Parka" } });

  expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(refused.body.detail).toContain("127.0.0.1");
  expect(again.status).toBe(403);
  expect(await world.log({ action: "access.refused" })).toMatchObject([
    { outcome: "denied", target: { type: "api-key", id: elsewhere.id }, after: { reason: "address" } },
  ]);
});

test("allowed addresses are validated on save, and a successor keeps them", async () => {
  const world = await buildAuditWorld(service);
  const app = (await world.call("POST", "/apps", { name: "erp" })).body;
  const body = { appId: app.id, preset: "read-only" };
  const bad = await world.call("POST", "/api-keys", { ...body, allowedAddresses: ["203.0.113.7", "203.0.113.7/24"] });
  const made = await world.call("POST", "/api-keys", { ...body, allowedAddresses: ["203.0.113.7", " 203.0.113.7/32"] });
  const changed = await world.call("PUT", `/api-keys/${made.body.id}`, { allowedAddresses: ["2001:db8::1"] });
  const rotated = await world.call("POST", `/api-keys/${made.body.id}/rotate`, {});

  expect(bad).toMatchObject({ status: 400, body: { errors: [{ pointer: "#/allowedAddresses/1" }] } });
  expect(made.body.allowedAddresses).toEqual(["203.0.113.7/32"]);
  expect(changed.body.allowedAddresses).toEqual(["2001:db8::1/128"]);
  expect(rotated.body.allowedAddresses).toEqual(["2001:db8::1/128"]);
});

test("keys expire within the lifetime that the org sets", async () => {
  const world = await buildAuditWorld(service);
  const app = (await world.call("POST", "/apps", { name: "erp" })).body;
  const body = { appId: app.id, preset: "read-only" };
  const endless = await world.call("POST", "/api-keys", body);
  await world.call("PUT", "/org", { keyLifetimeDays: 30 });
  const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

  const byDefault = await world.call("POST", "/api-keys", body);
  const sooner = await world.call("POST", "/api-keys", { ...body, expiresOn: inDays(7) });
  const later = await world.call("POST", "/api-keys", { ...body, expiresOn: inDays(31) });
  const prolonged = await world.call("PUT", `/api-keys/${sooner.body.id}`, { expiresOn: inDays(60) });
  const unlimited = await world.call("PUT", `/api-keys/${sooner.body.id}`, { expiresOn: null });
  const kept = await world.call("PUT", `/api-keys/${endless.body.id}`, { label: "renamed", expiresOn: null });
  const successor = await world.call("POST", `/api-keys/${endless.body.id}/rotate`, {});

  const days = (end: string) => Math.round((Date.parse(end) - Date.now()) / dayMs);
  expect(days(byDefault.body.expiresOn)).toBe(30);
  expect(days(sooner.body.expiresOn)).toBe(7);
  expect([later.status, prolonged.status]).toEqual([400, 400]);
  expect(later.body.detail).toContain("at most 30 days");
  expect(days(unlimited.body.expiresOn)).toBe(30);
  expect(kept.body).toMatchObject({ label: "renamed", expiresOn: null });
  expect(days(successor.body.expiresOn)).toBe(30);
});

test("the number of valid keys per user is limited", async () => {
  const org = await buildOrg(service);
  const user = await buildUser(service, org, { role: "viewer" });
  const headers = bearer(await signIn(service, org, user));
  const make = () => service.call("POST", "/api-keys", { headers, body: { label: "laptop" } });
  const first = await make();
  for (let count = 1; count < 50; count += 1) {
    await make();
  }

  const refused = await make();
  await service.call("POST", `/api-keys/${first.body.id}/revoke`, { headers });
  const afterwards = await make();

  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain("Revoke one first");
  expect(afterwards.status).toBe(201);
});

test("a new password revokes the user's keys on request", async () => {
  const world = await buildAuditWorld(service);
  const user = await buildUser(service, world.org, { role: "editor" });
  const key = await buildKey(service, world.org, { user });
  const password = `${testPassword} 2`;

  await world.call("PUT", `/users/${user.id}`, { password });
  const kept = await service.call("GET", "/whoami", { headers: key.headers });
  await world.call("PUT", `/users/${user.id}`, { password: `${password} 3`, revokeKeys: true });
  const revoked = await service.call("GET", "/whoami", { headers: key.headers });

  expect(kept.status).toBe(200);
  expect(revoked.status).toBe(401);
  expect(await world.log({ action: "api-key.revoke" })).toMatchObject([{ target: { type: "api-key", id: key.id } }]);
});
