import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteOldNames } from "../changes/change-set-store.ts";
import { sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildEntityWorld, type EntityWorld } from "./testing/entity-world.ts";

let service: TestService;
let world: EntityWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildEntityWorld(service);
});

const named = (id: string) => ({ headers: { "change-set-id": id } });
const review = "review-7f3e.A_1";

async function setsOf(entityType: string): Promise<string[]> {
  const changes = await world.changes();
  return changes.filter((change) => change.entity_type === entityType).map(({ change_set_id }) => change_set_id);
}

async function setNames(): Promise<string[]> {
  const rows = await service.database.db.query<{ id: string }>(sql`
    select id from change_sets where org_id = ${world.org.id} order by id`);
  return rows.map(({ id }) => id);
}

describe("a named change set", () => {
  test("holds the changes of all its requests", async () => {
    const { body: item } = await world.call("POST", "/items", { ...named(review), body: { name: "Parka" } });
    await world.call("PUT", `/items/${item.id}`, { ...named(review), body: { name: "Anorak" } });
    await world.call("PUT", "/items/federated/P-2", { ...named(review), body: { name: "Coat" } });
    await world.call("POST", "/items/batch", {
      ...named(review),
      body: { operations: [{ op: "create", object: { name: "Vest" } }] },
    });
    const keyed = { headers: { "change-set-id": review, "idempotency-key": "k-1" } };
    await world.call("POST", "/items", { ...keyed, body: { name: "Cap" } });
    await world.call("DELETE", `/items/${item.id}`, named(review));

    expect(await setsOf("item")).toEqual(Array(6).fill(review));
  });

  test("may be used by requests at the same time", async () => {
    const names = ["A", "B", "C", "D", "E", "F", "G", "H"];

    const answers = await Promise.all(
      names.map((name) => world.call("POST", "/items", { ...named(review), body: { name } })),
    );

    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    expect(await setsOf("item")).toEqual(names.map(() => review));
  });

  test("includes the items of an assortment that are added and removed", async () => {
    const item = await world.create("items", { name: "Parka" });
    const { rootWorkspaceId: workspaceId } = await world.create("projects", { name: "Fall" });
    const assortment = await world.create("assortments", { name: "Core", workspaceId });

    const added = await world.call("POST", `/assortments/${assortment.id}/items`, {
      ...named(review),
      body: { itemIds: [item.id] },
    });

    expect(added.status).toBe(200);
    expect(await setsOf("assortment-item")).toEqual([review]);
  });
});

describe("the name of a change set", () => {
  test.each(["", "a b", "a/b", "ü", "a".repeat(65)])("%j is rejected", async (name) => {
    const encoded = Buffer.from(name).toString("latin1");

    const answer = await world.call("POST", "/items", { ...named(encoded), body: { name: "Parka" } });

    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "change-set-id", detail: expect.stringContaining("1 to 64") }] },
    });
    expect(await setsOf("item")).toEqual([]);
  });

  test("belongs to the caller that used it first, also in a dry run", async () => {
    await world.call("POST", "/items", { ...named(review), body: { name: "Parka" } });
    const key = await world.keyWith({});

    const written = await world.call("POST", "/items", { ...named(review), key, body: { name: "Coat" } });
    const planned = await world.call("POST", "/items?dryRun=true", { ...named(review), key, body: { name: "Coat" } });

    const refused = { status: 409, body: { code: "conflict", detail: expect.stringContaining("another caller") } };
    expect(written).toMatchObject(refused);
    expect(planned).toMatchObject(refused);
    expect(await setsOf("item")).toEqual([review]);
  });

  test("belongs to each organization separately", async () => {
    const other = await buildEntityWorld(service);
    await other.call("POST", "/items", { ...named(review), body: { name: "Theirs" } });

    const mine = await world.call("POST", "/items", { ...named(review), body: { name: "Mine" } });

    expect(mine.status).toBe(201);
  });

  test("has another form than the ids that the service generates", async () => {
    await world.create("items", { name: "Parka" });
    const [generated = ""] = await setsOf("item");

    for (const id of [generated, newId()]) {
      const answer = await world.call("POST", "/items", { ...named(id), body: { name: "Coat" } });

      expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining("generates") } });
    }
  });

  test("is not taken by a dry run", async () => {
    await world.call("POST", "/items?dryRun=true", { ...named(review), body: { name: "Parka" } });

    expect(await setNames()).toEqual([]);
  });

  test("is rejected where no changes of entities are written", async () => {
    const answer = await world.call("POST", "/option-sets", { ...named(review), body: { name: "Sizes", options: [] } });

    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining("Change-Set-Id applies") } });
  });

  test("is kept as long as the log has changes of its time, and a day longer", async () => {
    const { db } = service.database;
    await world.call("POST", "/items", { ...named("recent"), body: { name: "Parka" } });
    await world.call("POST", "/items", { ...named("old"), body: { name: "Coat" } });
    await db.query(sql`
      update change_sets set last_used_on = now() - interval '25 hours'
      where org_id = ${world.org.id} and id = 'old'`);

    await deleteOldNames(db, world.org.id);

    expect(await setNames()).toEqual(["recent"]);
  });
});
