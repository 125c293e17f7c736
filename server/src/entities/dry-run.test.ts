import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { shareTestService, type TestAnswer, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service, { item: { properties: [{ slug: "style", propertyType: "sequence" }] } });
});

/** Everything that a write could leave behind. */
async function traces() {
  const { db } = service.database;
  const tables = await Promise.all([
    db.query(sql`select * from entities where org_id = ${world.org.id} order by id`),
    db.query(sql`select * from unique_keys where org_id = ${world.org.id} order by value`),
    db.query(sql`select * from entity_types where org_id = ${world.org.id} order by id`),
    db.query(sql`select * from property_sequences where org_id = ${world.org.id}`),
    db.query(sql`select * from org_feeds where org_id = ${world.org.id}`),
  ]);
  return JSON.stringify([...tables, await world.changes()]);
}

async function planOnly(method: string, path: string, body?: object): Promise<TestAnswer> {
  const before = await traces();
  const answer = await world.call(method, path, body === undefined ? {} : { body });
  expect(await traces()).toBe(before);
  return answer;
}

describe("a dry run writes nothing", () => {
  test("of a create, and returns what would be created", async () => {
    const { status, body, headers } = await planOnly("POST", "/items?dryRun=true", {
      name: "Parka",
      typePath: "item:never-seen",
      federatedId: "P",
    });

    expect(status).toBe(200);
    expect(headers.get("location")).toBeNull();
    expect(body).toMatchObject({ name: "Parka", typePath: "item:never-seen", version: 1, roles: ["family"] });
    expect(Date.parse(body.createdOn)).toBeGreaterThan(Date.now() - 60_000);
  });

  test("of a create that fails, and returns the reason", async () => {
    const { status } = await planOnly("POST", "/items?dryRun=true", {});

    expect(status).toBe(400);
  });

  test("of a project with its workspace", async () => {
    const { status, body } = await planOnly("POST", "/projects?dryRun=true", { name: "Spring 27" });

    expect(status).toBe(200);
    expect(body.identifier).toBe("spring-27");
  });

  test("of an update", async () => {
    const { id } = await world.create("items", { name: "Parka" });

    const { status, body } = await planOnly("PUT", `/items/${id}?dryRun=true`, { name: "Coat" });

    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Coat", version: 2 });
  });

  test("of an upsert, whether it would create or update", async () => {
    await world.create("items", { name: "Parka", federatedId: "P" });

    const changed = await planOnly("PUT", "/items/federated/P?dryRun=true", { name: "Coat" });
    const created = await planOnly("PUT", "/items/federated/Q?dryRun=true", { name: "Coat" });

    expect([changed.status, created.status]).toEqual([200, 200]);
    expect([changed.body.version, created.body.version]).toEqual([2, 1]);
  });

  test("of a deletion, with or without dependent entities", async () => {
    const family = await world.create("items", { name: "Parka" });
    const option = await world.create("items", { name: "Red", itemFamilyId: family.id });

    const refused = await planOnly("DELETE", `/items/${family.id}?dryRun=true`);
    const cascading = await planOnly("DELETE", `/items/${family.id}?dryRun=true&cascade=true`);
    const alone = await planOnly("DELETE", `/items/${option.id}?dryRun=true`);

    expect([refused.status, cascading.status, alone.status]).toEqual([409, 200, 200]);
    const planned = { entityType: "item", typePath: "item" };
    const deleted = [
      { ...planned, id: option.id, name: "Red" },
      { ...planned, id: family.id, name: "Parka" },
    ];
    expect(cascading.body).toEqual({ deleted, updated: [] });
    expect(alone.body).toEqual({ deleted: [deleted[0]], updated: [] });
  });

  test("of a deletion names the references that it would remove", async () => {
    const { rootWorkspaceId: workspaceId } = await world.create("projects", { name: "Spring" });
    const source = await world.create("assortments", { name: "Men", federatedId: "men", workspaceId });
    const composedFromAssortmentIds = [source.id];
    const composed = await world.create("assortments", { name: "All", workspaceId, composedFromAssortmentIds });

    const { body } = await planOnly("DELETE", `/assortments/${source.id}?dryRun=true&cascade=true`);

    expect(body.deleted).toMatchObject([{ id: source.id, federatedId: "men" }]);
    expect(body.updated).toMatchObject([{ id: composed.id, name: "All", fields: ["composedFromAssortmentIds"] }]);
  });

  test("of a batch, and returns each result", async () => {
    const { id } = await world.create("items", { name: "Parka" });
    const operations = [
      { op: "create", object: { name: "A", federatedId: "A" } },
      { op: "update", federatedId: "A", object: { name: "B" } },
      { op: "delete", id },
    ];

    const { status, body } = await planOnly("POST", "/items/batch?dryRun=true", { operations });

    expect(status).toBe(200);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([201, 200, 204]);
    expect(body.results[1].object).toMatchObject({ name: "B", version: 2 });
  });
});

test("dryRun=false writes, and any other value is rejected", async () => {
  const written = await world.call("POST", "/items?dryRun=false", { body: { name: "Parka" } });
  const refused = await world.call("POST", "/items?dryRun=yes", { body: { name: "Parka" } });

  expect([written.status, refused.status]).toEqual([201, 400]);
});
