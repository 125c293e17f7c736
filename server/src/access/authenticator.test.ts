import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { type BuiltKey, buildKey, buildOrg, buildUser } from "../testing/builders.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { waitUntil } from "../testing/wait-until.ts";
import type { OrgRow } from "./org-store.ts";

let service: TestService;
let secondNode: TestService;
let org: OrgRow;
let administrator: BuiltKey;

beforeAll(async () => {
  service = await startTestService();
  secondNode = await startTestService({}, service);
  org = await buildOrg(service);
  administrator = await buildKey(service, org);
});

afterAll(async () => {
  await secondNode.stop();
  await service.stop();
});

type Headers = Readonly<Record<string, string>>;

const isGood = async (node: TestService, headers: Headers) =>
  (await node.call("GET", "/whoami", { headers })).status === 200;

/** Calls repeatedly until the credential is rejected, and returns when the last accepted call was sent. */
async function lastAcceptedMs(node: TestService, headers: Headers): Promise<number> {
  let sentMs = 0;
  await waitUntil("the credential is rejected", async () => {
    const nowMs = Date.now();
    const good = await isGood(node, headers);
    sentMs = good ? nowMs : sentMs;
    return !good;
  });
  return sentMs;
}

/** Makes both nodes cache the credential as valid. */
async function rememberEverywhere(headers: Headers): Promise<void> {
  expect(await isGood(service, headers)).toBe(true);
  expect(await isGood(secondNode, headers)).toBe(true);
}

test("a revoked key is rejected at once on the same node, and within a second on another", async () => {
  const { id, headers } = await buildKey(service, org);
  await rememberEverywhere(headers);

  await service.call("POST", `/api-keys/${id}/revoke`, { headers: administrator.headers });
  const revokedMs = Date.now();

  expect(await isGood(service, headers)).toBe(false);
  expect(await lastAcceptedMs(secondNode, headers)).toBeLessThan(revokedMs + 1_000);
});

test("a revoked key is rejected within a second even if no node was notified", async () => {
  const { id, headers } = await buildKey(service, org);
  await rememberEverywhere(headers);

  await service.database.db.query(sql`update api_keys set revoked_on = now() where id = ${id}`);
  const revokedMs = Date.now();
  const last = await Promise.all([lastAcceptedMs(service, headers), lastAcceptedMs(secondNode, headers)]);

  expect(Math.max(...last)).toBeLessThan(revokedMs + 1_000);
});

test("the key of a user deactivated on one node is rejected on the other within a second", async () => {
  const user = await buildUser(service, org, { password: null });
  const { headers } = await buildKey(service, org, { user });
  await rememberEverywhere(headers);

  await service.call("PUT", `/users/${user.id}`, { headers: administrator.headers, body: { isActive: false } });
  const deactivatedMs = Date.now();

  expect(await lastAcceptedMs(secondNode, headers)).toBeLessThan(deactivatedMs + 1_000);
});

test("a key is not accepted after its expiry, however often it is used", async () => {
  const expiresOn = new Date(Date.now() + 1_000);
  const { headers } = await buildKey(service, org, { expiresOn });

  const last = await lastAcceptedMs(service, headers);

  expect(last).toBeGreaterThan(0);
  expect(last).toBeLessThan(expiresOn.getTime());
});

test("a changed rate or changed rights apply on the other node within a second", async () => {
  const { id, headers } = await buildKey(service, org, { preset: "read-only" });
  await rememberEverywhere(headers);

  await service.call("PUT", `/api-keys/${id}`, {
    headers: administrator.headers,
    body: { preset: "loader", ratePerSecond: 50 },
  });

  await waitUntil(
    "the new rate is known",
    async () => (await secondNode.call("GET", "/whoami", { headers })).body.rate?.requestsPerSecond === 50,
    1_000,
  );
});

test("the last use of a key and of a token is stored, at the latest when the node stops", async () => {
  const thirdNode = await startTestService({}, service);
  const used = await buildKey(service, org);
  const unused = await buildKey(service, org);
  const asAdministrator = { headers: administrator.headers };
  const token = await service.call("POST", "/access-tokens", { ...asAdministrator, body: { preset: "read-only" } });
  const startMs = Date.now();

  await isGood(thirdNode, used.headers);
  await isGood(thirdNode, { authorization: `bearer ${token.body.accessToken}` });
  await thirdNode.stop();

  const lastUseOf = async (path: string) => (await service.call("GET", path, asAdministrator)).body.lastUsedOn;
  for (const path of [`/api-keys/${used.id}`, `/access-tokens/${token.body.id}`]) {
    expect(new Date(await lastUseOf(path)).getTime()).toBeGreaterThanOrEqual(startMs - 1);
  }
  expect(await lastUseOf(`/api-keys/${unused.id}`)).toBeNull();
});
