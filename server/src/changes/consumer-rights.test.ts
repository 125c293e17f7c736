import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { sql } from "../platform/database/sql.ts";
import { type BuiltKey, buildKey, buildOrg, buildUser } from "../testing/builders.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildChangeWorld, type ChangeWorld } from "./testing/change-world.ts";

let service: TestService;
let world: ChangeWorld;
let owner: BuiltKey;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
  await world.add({}, {}, {});
  owner = await buildKey(service, world.org, { preset: "read-only" });
  expect((await put("erp", { cursor: "beginning" }, owner)).status).toBe(200);
});

const put = (name: string, body: object, { headers }: BuiltKey) =>
  service.call("PUT", `/change-consumers/${name}`, { headers, body });
const get = (name: string, { headers }: BuiltKey) => service.call("GET", `/change-consumers/${name}`, { headers });
const remove = (name: string, { headers }: BuiltKey) =>
  service.call("DELETE", `/change-consumers/${name}`, { headers });

async function namesFor({ headers }: BuiltKey): Promise<string[]> {
  const { body } = await service.call("GET", "/change-consumers", { headers });
  return body.results.map(({ name }: { readonly name: string }) => name);
}

async function actorOf({ headers }: BuiltKey) {
  return (await service.call("GET", "/whoami", { headers })).body.actor;
}

/** Another key of the same app. */
async function siblingOf(key: BuiltKey): Promise<BuiltKey> {
  const { id: appId } = await actorOf(key);
  const { body } = await service.call("POST", "/api-keys", {
    headers: world.key.headers,
    body: { appId, rights: [] },
  });
  return { id: body.id, apiKey: body.apiKey, headers: { "x-api-key": body.apiKey, "x-api-org": world.org.slug } };
}

test("its owner lists, reads, moves and deletes it, also with another key of the app and without rights", async () => {
  const sibling = await siblingOf(owner);

  const read = await get("erp", sibling);
  const moved = await put("erp", { cursor: "now" }, sibling);
  const names = await namesFor(sibling);
  const removed = await remove("erp", sibling);

  const { id, name } = await actorOf(owner);
  expect(read).toMatchObject({ status: 200, body: { ownerId: id, ownerName: name, lag: 3 } });
  expect(moved).toMatchObject({ status: 200, body: { ownerId: id, lag: 0 } });
  expect(names).toEqual(["erp"]);
  expect(removed.status).toBe(204);
});

describe.each([
  ["a key without rights", () => buildKey(service, world.org, { rights: [] })],
  ["a read-only key of another app", () => buildKey(service, world.org, { preset: "read-only" })],
  [
    "an editor",
    async () => buildKey(service, world.org, { user: await buildUser(service, world.org, { role: "editor" }) }),
  ],
])("%s", (_name, build) => {
  test("cannot list, read, move, take over or delete it", async () => {
    const other = await build();
    const { id } = await actorOf(other);

    const names = await namesFor(other);
    const read = await get("erp", other);
    const moved = await put("erp", { cursor: "now" }, other);
    const takenWithCursor = await put("erp", { cursor: "now", ownerId: id }, other);
    const taken = await put("erp", { ownerId: id }, other);
    const removed = await remove("erp", other);

    expect(names).toEqual([]);
    expect(read).toMatchObject(problem("not-found"));
    expect(moved).toMatchObject(problem("conflict", { detail: expect.stringContaining("another app or user") }));
    expect(takenWithCursor).toMatchObject(problem("conflict"));
    expect(taken).toMatchObject(problem("not-found"));
    expect(removed).toMatchObject(problem("not-found"));
    expect((await get("erp", owner)).body).toMatchObject({ lag: 3 });
  });

  test("does not see it in the statistics", async () => {
    const { headers } = await build();

    const { body } = await service.call("GET", "/statistics/consumers", { headers });

    expect(body).toMatchObject({ series: [], totals: { consumers: 0, lag: 0 } });
  });
});

test("an administrator sees all consumers, moves them without taking ownership, and deletes them", async () => {
  const { id } = await actorOf(owner);
  await put("mine", { cursor: "now" }, world.key);

  const names = await namesFor(world.key);
  const moved = await put("erp", { cursor: "now" }, world.key);
  const readByOwner = await get("erp", owner);
  const removed = await remove("erp", world.key);

  expect(names).toEqual(["erp", "mine"]);
  expect(moved).toMatchObject({ status: 200, body: { lag: 0, ownerId: id } });
  expect(readByOwner.body.lag).toBe(0);
  expect(removed.status).toBe(204);
});

test("an administrator transfers it to another owner, who must exist", async () => {
  const heir = await buildKey(service, world.org, { preset: "read-only" });
  const { id: heirId } = await actorOf(heir);

  const unknown = await put("erp", { ownerId: "nobody-1234567890" }, world.key);
  const given = await put("erp", { ownerId: heirId }, world.key);
  const byHeir = await get("erp", heir);
  const byFormerOwner = await get("erp", owner);
  const backByHeir = await put("erp", { ownerId: (await actorOf(owner)).id }, heir);
  const missing = await put("none", { ownerId: heirId }, world.key);
  const nothing = await put("erp", {}, world.key);

  expect(unknown.status).toBe(400);
  expect(given).toMatchObject({ status: 200, body: { ownerId: heirId, lag: 3 } });
  expect(byHeir.status).toBe(200);
  expect(byFormerOwner).toMatchObject(problem("not-found"));
  expect(backByHeir).toMatchObject(problem("forbidden"));
  expect(missing).toMatchObject(problem("not-found"));
  expect(nothing.status).toBe(400);
});

test("administrators of another org cannot access it and may use the same name", async () => {
  const stranger = await buildKey(service, await buildOrg(service));

  const read = await get("erp", stranger);
  const removed = await remove("erp", stranger);
  const made = await put("erp", { cursor: "now" }, stranger);

  expect([read.status, removed.status, made.status]).toEqual([404, 404, 200]);
  expect((await get("erp", owner)).body.lag).toBe(3);
});

test("a consumer stored by a node of the previous version belongs to the actor who moved it last", async () => {
  const { db } = service.database;
  const other = await buildKey(service, world.org, { preset: "read-only" });
  await db.query(sql`
    update change_consumers set owner_id = null where org_id = ${world.org.id} and name = ${"erp"}`);

  const byOther = await get("erp", other);
  const byOwner = await get("erp", owner);
  await put("erp", { cursor: "now" }, world.key);
  const afterMove = await get("erp", owner);

  expect([byOther.status, byOwner.status, afterMove.status]).toEqual([404, 200, 200]);
});

test("of two apps that claim a name concurrently, one gets it", async () => {
  const rivals = await Promise.all([1, 2, 3, 4].map(() => buildKey(service, world.org, { preset: "read-only" })));

  const answers = await Promise.all(rivals.map((rival) => put("new", { cursor: "now" }, rival)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});
