import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import type { ChangeInput } from "./testing/change-builder.ts";
import { buildChangeWorld, type ChangeWorld, cursorsOf, type HistoryQuery, idsOf } from "./testing/change-world.ts";

let service: TestService;
let world: ChangeWorld;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

beforeEach(async () => {
  world = await buildChangeWorld(service);
});

describe("a record", () => {
  test("has what was changed, by whom, and the source", async () => {
    const [change] = await world.add({
      entity_id: "entity-0000001",
      type_path: "item:product",
      project_id: "project-1",
      entity_version: 7,
      actor_id: "user-1",
      actor_type: "user",
      actor_name: "Ada",
      change_set_id: "set-1",
      source: "loader",
      source_id: "load-1",
      createdOn: "2026-03-01T10:00:00.123Z",
      diffs: { name: ["Shirt", "Blouse"], optionGroup: [null, "color"], madeUp: [1, null] },
    });

    const { body } = await world.history();

    expect(body.results).toEqual([
      {
        id: change?.cursor,
        entityType: "item",
        entityReference: "item:entity-0000001",
        entityId: "entity-0000001",
        typePath: "item:product",
        action: "update",
        createdOn: "2026-03-01T10:00:00.123Z",
        createdById: "user-1",
        createdBy: { id: "user-1", type: "user", name: "Ada" },
        propertyDiffs: {
          name: { propertyName: "Name", oldValue: "Shirt", newValue: "Blouse" },
          optionGroup: { propertyName: "Option group", oldValue: null, newValue: "color" },
          madeUp: { propertyName: "madeUp", oldValue: 1, newValue: null },
        },
        changeSetId: "set-1",
        source: "loader",
        sourceId: "load-1",
        entityVersion: 7,
      },
    ]);
  });

  test("may be of a property with any name", async () => {
    await world.add({ diffs: { constructor: [1, 2], toString: [null, { a: [1] }] } });

    const { body } = await world.history();

    expect(body.results[0].propertyDiffs).toEqual({
      constructor: { propertyName: "constructor", oldValue: 1, newValue: 2 },
      toString: { propertyName: "toString", oldValue: null, newValue: { a: [1] } },
    });
  });

  test("of a create has the whole state as new values, of a delete as old values", async () => {
    const diffs = { name: "Shirt", sizes: ["S", "M"] };
    await world.add({ action: "create", diffs }, { action: "delete", diffs });

    const { body } = await world.history({ order: { order: "asc" } });

    expect(body.results.map(({ propertyDiffs }: { propertyDiffs: object }) => propertyDiffs)).toEqual([
      {
        name: { propertyName: "Name", oldValue: null, newValue: "Shirt" },
        sizes: { propertyName: "sizes", oldValue: null, newValue: ["S", "M"] },
      },
      {
        name: { propertyName: "Name", oldValue: "Shirt", newValue: null },
        sizes: { propertyName: "sizes", oldValue: ["S", "M"], newValue: null },
      },
    ]);
  });

  test("without an actor or source id omits them, and kinds outside product data use slugs as names", async () => {
    await world.add({
      entity_type: "role",
      actor_id: null,
      actor_type: null,
      actor_name: null,
      diffs: { rights: [[], ["x"]] },
    });

    const { body } = await world.history();

    expect(body.results[0]).not.toHaveProperty("createdBy");
    expect(body.results[0]).not.toHaveProperty("createdById");
    expect(body.results[0]).not.toHaveProperty("sourceId");
    expect(body.results[0].propertyDiffs.rights.propertyName).toBe("rights");
  });
});

describe("criteria", () => {
  const kinds: readonly ChangeInput[] = [
    { entity_type: "item", entity_id: "entity-000000001", type_path: "item:product:shirt", action: "create" },
    { entity_type: "item", entity_id: "entity-000000002", type_path: "item:products", actor_id: "user-2" },
    { entity_type: "item", entity_id: "entity-000000001", type_path: "item:product", change_set_id: "set-2" },
    { entity_type: "color", entity_id: "entity-000000001", diffs: { hex: [null, "ff0000"] } },
    { entity_type: "color", entity_id: "entity-000000003", action: "delete", diffs: { hex: "00ff00", name: "x" } },
  ];

  test.each<[HistoryQuery, number[]]>([
    [{}, [0, 1, 2, 3, 4]],
    [{ criteria: {} }, [0, 1, 2, 3, 4]],
    [{ criteria: { entityType: "item" } }, [0, 1, 2]],
    [{ entityType: "color" }, [3, 4]],
    [{ entityType: "color", criteria: { action: "delete" } }, [4]],
    [{ entityType: "color", criteria: { entityType: "color" } }, [3, 4]],
    [{ criteria: { entityReference: "item:entity-000000001" } }, [0, 2]],
    [{ criteria: { entityReference: "item:entity-000000001", entityType: "color" } }, []],
    [{ criteria: { entityReference: "color:entity-000000001" } }, [3]],
    [{ criteria: { action: "create" } }, [0]],
    [{ criteria: { createdById: "user-2" } }, [1]],
    [{ criteria: { changeSetId: "set-2" } }, [2]],
    [{ criteria: { typePath: "item:product" } }, [0, 2]],
    [{ criteria: { typePath: "item" } }, [0, 1, 2]],
    [{ criteria: { typePath: "item:product", action: "update" } }, [2]],
    [{ criteria: { changed: "hex" } }, [3, 4]],
    [{ criteria: { changed: "name" } }, [0, 1, 2, 4]],
    [{ criteria: { entityType: "items" } }, [0, 1, 2]],
    [{ entityType: "colors" }, [3, 4]],
    [{ criteria: { entityType: "item:product" } }, [0, 2]],
    [{ criteria: { entityType: ["color", "items:product"] } }, [0, 2, 3, 4]],
    [{ criteria: { entityType: ["item"], action: "create" } }, [0]],
    [{ criteria: { entityReference: "items:entity-000000001" } }, [0, 2]],
  ])("%j", async (query, expected) => {
    const built = cursorsOf(await world.add(...kinds));

    const searched = await world.history({ ...query, order: { order: "asc" } });
    const followed = await world.history({ ...query, after: "beginning" });

    expect(idsOf(searched)).toEqual(expected.map((index) => built[index]));
    expect(idsOf(followed)).toEqual(expected.map((index) => built[index]));
  });

  test("may be sent as JSURL", async () => {
    const built = cursorsOf(await world.add(...kinds));

    const answer = await world.history({ criteria: "~(entityType~'color~action~'delete)", order: "~(order~'asc)" });

    expect(idsOf(answer)).toEqual([built[4]]);
  });

  test.each<[string, HistoryQuery, string, RegExp]>([
    [
      "another key",
      { criteria: { entity: "x" } },
      "criteria.entity",
      /Did you mean entityType\? Use one of entityType, entityReference, createdOn/,
    ],
    ["a number", { criteria: { action: 1 } }, "criteria.action", /must be a text/],
    ["an empty text", { criteria: { changeSetId: "" } }, "criteria.changeSetId", /must be a text/],
    ["a control character", { criteria: { typePath: "item\u0007" } }, "criteria.typePath", /control/],
    ["another action", { criteria: { action: "upsert" } }, "criteria.action", /create, update, delete/],
    [
      "a reference without a type",
      { criteria: { entityReference: "abc" } },
      "criteria.entityReference",
      /<entityType>:<id>/,
    ],
    ["a reference without an id", { criteria: { entityReference: "item:" } }, "criteria.entityReference", /<id>/],
    [
      "a day that is none",
      { criteria: { createdOn: "BETWEEN 2026-02-30 and 2026-03-01" } },
      "criteria.createdOn",
      /BETWEEN/,
    ],
    [
      "a range backwards",
      { criteria: { createdOn: "BETWEEN 2026-03-02 and 2026-03-01" } },
      "criteria.createdOn",
      /before/,
    ],
    ["two types", { entityType: "item", criteria: { entityType: "color" } }, "criteria.entityType", /Send one/],
    ["an unknown field to order by", { order: { orderField: "color" } }, "order.orderField", /one of createdOn, id/],
    ["an order by a field without one", { order: { orderField: "propertyDiffs" } }, "order.orderField", /one of/],
    ["another direction", { order: { order: "up" } }, "order.order", /asc or desc/],
    ["another member of order", { order: { by: "x" } }, "order.by", /no member by/],
    ["an unknown type", { criteria: { entityType: "itm" } }, "criteria.entityType", /Did you mean item\?/],
    ["a type in capitals", { criteria: { entityType: "Item" } }, "criteria.entityType", /Did you mean item\?/],
    ["an unknown type beside it", { entityType: "itm" }, "criteria.entityType", /Did you mean item\?/],
    ["an unknown type of several", { criteria: { entityType: ["item", "x"] } }, "criteria.entityType", /for x/],
    ["no type of several", { criteria: { entityType: [] } }, "criteria.entityType", /1 to 20 types/],
    ["a type without history", { criteria: { entityType: "file" } }, "criteria.entityType", /No change history/],
    ["an unknown subtype", { criteria: { entityType: "item:prodct" } }, "criteria.entityType", /mean item:product\?/],
    ["an unknown path", { criteria: { typePath: "item:prodct" } }, "criteria.typePath", /mean item:product\?/],
    ["a path with quotes", { criteria: { typePath: "100%_:'" } }, "criteria.typePath", /Use one of item/],
    ["a subtype of a role", { criteria: { entityType: "role:x" } }, "criteria.entityType", /no subtypes/],
    ["an unknown referred type", { criteria: { entityReference: "itm:x" } }, "criteria.entityReference", /mean item\?/],
    [
      "an unknown operator",
      { criteria: { createdOn: { after: "2026-01-01" } } },
      "criteria.createdOn.after",
      /gt, gte/,
    ],
  ])("with %s are rejected", async (_name, query, pointer, detail) => {
    const answer = await world.history(query);

    expect(answer).toMatchObject(problem("invalid-request", { errors: [{ pointer }] }));
    expect(answer.body.detail).toMatch(detail);
  });

  test.each(["entityType", "[1]", "{", "~(entityType"])(
    "that are not an object (%s) are rejected with both valid forms",
    async (criteria) => {
      const answer = await world.history({ criteria });

      expect(answer).toMatchObject(problem("invalid-query-object"));
      expect(answer.body.detail).toContain("~(entityType~'item)");
      expect(answer.body.detail).toContain("%7B%22entityType");
    },
  );

  test.each([{ limit: 0 }, { limit: 1001 }, { limit: "many" }, { wait: 31 }, { offset: 3 }])(
    "with a parameter such as %j are rejected",
    async (query) => {
      expect(await world.history(query)).toMatchObject(problem("invalid-request"));
    },
  );
});

describe("a time range", () => {
  const times = [
    "2026-02-28T23:59:59.999Z",
    "2026-03-01T00:00:00.000Z",
    "2026-03-01T12:00:00.000Z",
    "2026-03-02T23:59:59.999Z",
    "2026-03-03T00:00:00.000Z",
  ];

  test.each<[string, number[]]>([
    ["BETWEEN 2026-03-01 and 2026-03-02", [1, 2, 3]],
    ["between 2026-03-01 AND 2026-03-01", [1, 2]],
    ["BETWEEN 2026-03-03 and 2027-01-01", [4]],
    ["BETWEEN 2026-03-01T12:00:00Z and 2026-03-02T23:59:59.999Z", [2, 3]],
    ["BETWEEN 2026-03-01T12:00:00.001Z and 2026-03-02T23:59:59.998Z", []],
    ["BETWEEN 0001-01-01 and 9999-12-31", [0, 1, 2, 3, 4]],
    ["BETWEEN 0001-01-01 and 0001-01-02", []],
  ])("%s includes both ends", async (createdOn, expected) => {
    const built = cursorsOf(await world.add(...times.map((time) => ({ createdOn: time }))));

    const searched = await world.history({ criteria: { createdOn }, order: { order: "asc" } });
    const followed = await world.history({ criteria: { createdOn }, after: "beginning" });

    expect(idsOf(searched)).toEqual(expected.map((index) => built[index]));
    expect(idsOf(followed)).toEqual(expected.map((index) => built[index]));
    expect(followed.body.coveredUntil).toBe(built[4]);
  });

  test("covers the log up to its end, and no later changes", async () => {
    const built = cursorsOf(await world.add(...times.map((time) => ({ createdOn: time }))));

    const inside = await world.history({ criteria: { createdOn: "BETWEEN 2026-03-01 and 2026-03-01" } });
    const before = await world.history({ criteria: { createdOn: "BETWEEN 2020-03-01 and 2021-03-01" } });
    const beyond = await world.history({ criteria: { createdOn: "BETWEEN 2026-03-01 and 2030-01-01" } });

    expect(inside.body).toMatchObject({ coveredUntil: built[2], coveredUntilTime: times[2] });
    expect(idsOf(await world.history({ after: before.body.coveredUntil }))).toEqual(built);
    expect(beyond.body).toMatchObject({ coveredUntil: built[4], coveredUntilTime: times[4] });
  });

  test("that starts where the previous one ended misses nothing", async () => {
    const first = await world.history();
    const built = cursorsOf(await world.add({}, {}));
    const createdOn = (from: string) => `BETWEEN ${from} and 2099-12-31`;

    const second = await world.history({ criteria: { createdOn: createdOn(first.body.coveredUntilTime) } });
    const third = cursorsOf(await world.add({}));
    const fourth = await world.history({ criteria: { createdOn: createdOn(second.body.coveredUntilTime) } });

    expect(idsOf(second)).toEqual([...built].reverse());
    expect(idsOf(fourth)).toEqual(expect.arrayContaining(third));
  });
});
