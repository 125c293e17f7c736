import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
  world = await buildEntityWorld(service, {
    item: { properties: [{ slug: "price", label: "Price", propertyType: "number", level: "family" }] },
  });
});

type Query = Readonly<Record<string, string | number | object>>;

function pathOf(query: Query): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return `/change-sets?${new URLSearchParams(entries)}`;
}

async function sets(query: Query = {}, key = world.key) {
  const { status, body } = await world.call("GET", pathOf(query), { key });
  expect({ status, ...(status === 200 ? {} : body) }).toEqual({ status: 200 });
  return body.results;
}

/** The ids of all sets, page by page. */
async function allIds(query: Query): Promise<string[]> {
  const ids: string[] = [];
  let nextPageKey: string | undefined;
  do {
    const page = await world.call("GET", pathOf({ ...query, ...(nextPageKey === undefined ? {} : { nextPageKey }) }));
    ids.push(...page.body.results.map(({ id }: { id: string }) => id));
    nextPageKey = page.body.nextPageKey;
  } while (nextPageKey !== undefined);
  return ids;
}

const named = (id: string) => ({ headers: { "change-set-id": id } });

async function buildStyle(options: number, price = 198.95) {
  const style = await world.create("items", { name: "Trench", price });
  const colorways: { id: string }[] = [];
  for (let number = 0; number < options; number++) {
    const option = { name: "Trench", itemFamilyId: style.id, optionName: `Color ${number}` };
    colorways.push(await world.create("items", option));
  }
  return { style, colorways };
}

describe("a change set", () => {
  test("sums up an act on a style and its colorways", async () => {
    const { style } = await buildStyle(6);
    await world.call("PUT", `/items/${style.id}`, { body: { price: 189 } });

    const [set] = await sets({ limit: 1 });

    expect(set).toMatchObject({
      source: "api",
      createdBy: { type: "app" },
      changeCount: 7,
      isComplete: true,
      actions: { create: 0, update: 7, delete: 0 },
      entityTypes: [{ entityType: "item", create: 0, update: 7, delete: 0 }],
      sampleSize: 7,
      roles: { family: 1, option: 6 },
      properties: [
        { property: "price", propertyName: "Price", count: 7, isUniform: true, oldValue: 198.95, newValue: 189 },
      ],
    });
    expect(set.entities[0]).toEqual({
      entityReference: `item:${style.id}`,
      entityType: "item",
      entityId: style.id,
      typePath: "item",
      name: "Trench",
      actions: ["update"],
    });
    expect(set.createdOn).toBe(set.lastChangedOn);
  });

  test("is found whole by one of its entities, and read by its id", async () => {
    const { style, colorways } = await buildStyle(2);
    await world.call("PUT", `/items/${style.id}`, { body: { price: 189 } });
    await world.create("items", { name: "Other" });

    const [ofColorway] = await sets({ criteria: { entityReference: `item:${colorways[1]?.id}` } });
    const { body: read } = await world.call("GET", `/change-sets/${ofColorway.id}`);

    expect(ofColorway).toMatchObject({ changeCount: 3, roles: { family: 1, option: 2 } });
    expect(read).toEqual(ofColorway);
  });

  test("has its changes in the change history", async () => {
    const { style } = await buildStyle(2);
    await world.call("PUT", `/items/${style.id}`, { body: { price: 189 } });
    const [{ id, createdOn, lastChangedOn, lastChangeId }] = await sets({ limit: 1 });

    const criteria = { changeSetId: id, createdOn: { gte: createdOn, lte: lastChangedOn } };
    const query = new URLSearchParams({ criteria: JSON.stringify(criteria) });
    const { body } = await world.call("GET", `/change-history?${query}`);

    expect(body.results).toHaveLength(3);
    expect(body.results[0].id).toBe(lastChangeId);
  });

  test("names deleted entities, and different values are not uniform", async () => {
    const first = await world.create("items", { name: "A", price: 1 });
    const second = await world.create("items", { name: "B", price: 2 });
    const operations = [
      { op: "update", id: first.id, object: { price: 3 } },
      { op: "update", id: second.id, object: { price: 3 } },
      { op: "delete", id: second.id },
    ];
    await world.call("POST", "/items/batch", { body: { operations } });

    const [set] = await sets({ limit: 1 });

    expect(set.actions).toEqual({ create: 0, update: 2, delete: 1 });
    expect(set.entities.map(({ name, actions }: Record<string, unknown>) => [name, actions])).toEqual([
      ["A", ["update"]],
      ["B", ["update", "delete"]],
    ]);
    expect(set.properties).toEqual([{ property: "price", propertyName: "Price", count: 2, isUniform: false }]);
  });

  test("that does not exist, or is of another organization, is not found", async () => {
    const other = await buildEntityWorld(service);
    await other.create("items", { name: "Theirs" });
    const [theirs] = await other.changes();

    for (const id of [theirs?.change_set_id, newId(), "unknown", "%00"]) {
      const { status } = await world.call("GET", `/change-sets/${id}`);

      expect([id, status]).toEqual([id, 404]);
    }
  });
});

describe("the list", () => {
  test("is newest first, and each set is on one page only", async () => {
    for (const name of ["A", "B", "C", "D", "E"]) {
      await world.create("items", { name });
    }
    const recorded = (await world.changes()).map(({ change_set_id }) => change_set_id);

    expect(await allIds({ limit: 2 })).toEqual(recorded.toReversed());
  });

  test("has a named set once, though others were written between its changes", async () => {
    const ids: string[] = [];
    for (let round = 0; round < 4; round++) {
      await world.call("POST", "/items", { ...named("review"), body: { name: "Named" } });
      await world.create("items", { name: "Between" });
      ids.unshift((await world.changes()).at(-1)?.change_set_id ?? "");
    }

    const pages = await Promise.all([1, 2, 3, 100].map((limit) => allIds({ limit })));
    const [, review] = await sets({ limit: 2 });

    expect(pages).toEqual(Array(4).fill([ids[0], "review", ...ids.slice(1)]));
    expect(review).toMatchObject({ id: "review", changeCount: 4, isComplete: true });
  });

  test("filters by type, action, actor, source, time and changed property", async () => {
    const item = await world.create("items", { name: "A", price: 1 });
    await world.create("colors", { name: "Red" });
    await world.call("PUT", `/items/${item.id}`, { body: { price: 2 }, headers: { "user-agent": "weft-cli/1" } });
    const [create = "", red = "", update = ""] = (await world.changes()).map(({ change_set_id }) => change_set_id);
    const found = async (criteria: object) => (await sets({ criteria })).map(({ id }: { id: string }) => id);

    expect(await found({ entityType: "items" })).toEqual([update, create]);
    expect(await found({ action: "create" })).toEqual([red, create]);
    expect(await found({ createdById: "another-user" })).toEqual([]);
    expect(await found({ source: "cli" })).toEqual([update]);
    expect(await found({ changed: "price" })).toEqual([update, create]);
    expect(await found({ createdOn: { lt: "2020-01-01" } })).toEqual([]);
  });

  test.each([
    [{ criteria: { sorce: "cli" } }, "source"],
    [{ criteria: { source: "fax" } }, "api"],
    [{ limit: 101 }, "at most 100"],
    [{ nextPageKey: "nonsense" }, "nextPageKey"],
  ])("rejects %j", async (query, advice) => {
    const { status, body } = await world.call("GET", pathOf(query));

    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(advice);
  });

  test("counts a very large set up to a limit, and says so", async () => {
    const id = "large-load";
    await service.database.db.query(sql`
      insert into changes (org_id, created_on, sequence, entity_type, entity_id, type_path, action, entity_version,
        change_set_id, source, diffs)
      select ${world.org.id}, date_trunc('milliseconds', now()), number, 'item', 'item-' || number, 'item', 'create', 1,
        ${id}, 'loader', '{"name": "Row"}'::jsonb
      from generate_series(1, 60000) as number`);
    await service.database.db.query(sql`
      insert into org_feeds (org_id, last_sequence, last_stamp)
      values (${world.org.id}, 60000, date_trunc('milliseconds', now()))
      on conflict (org_id) do update set last_sequence = 60000, last_stamp = excluded.last_stamp`);

    const [set] = await sets();

    expect(set).toMatchObject({ id, isComplete: false, source: "loader", sampleSize: 200 });
    expect(set.changeCount).toBeGreaterThanOrEqual(5_000);
    expect(await allIds({})).toEqual([id]);
  });
});

describe("a caller with limited rights", () => {
  test("sees nothing of entities and properties that it may not read", async () => {
    const { style } = await buildStyle(1);
    await world.call("POST", "/items", { ...named("mixed"), body: { name: "Secret", price: 7 } });
    await world.call("POST", "/colors", { ...named("mixed"), body: { name: "Red" } });
    await world.call("PUT", `/items/${style.id}`, { body: { price: 189 } });
    const colors = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "color" }] });
    const names = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "item", fields: ["season"] }] });

    const ofColors = await sets({}, colors);
    const [ofItems] = await sets({ limit: 1 }, names);
    const hidden = await world.call("GET", `/change-sets/${ofItems.id}`, { key: colors });

    expect(ofColors).toHaveLength(1);
    expect(ofColors[0]).toMatchObject({
      id: "mixed",
      changeCount: 1,
      entityTypes: [{ entityType: "color", create: 1, update: 0, delete: 0 }],
      entities: [{ name: "Red" }],
    });
    expect(JSON.stringify(ofColors)).not.toContain("Secret");
    expect(ofItems).toMatchObject({ changeCount: 2, properties: [] });
    expect(JSON.stringify(ofItems)).not.toContain("189");
    expect(hidden.status).toBe(404);
  });

  test("may not search by a property that it may not read", async () => {
    const key = await world.keyWith({ rights: [{ verbs: ["read"], typePath: "item", fields: ["season"] }] });

    const { status } = await world.call("GET", pathOf({ criteria: { changed: "price" } }), { key });

    expect(status).toBe(400);
  });
});
