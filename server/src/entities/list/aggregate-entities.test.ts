import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { AggregateQuery } from "./aggregate-entities.ts";
import type { ListContext } from "./list-entities.ts";
import { aggregateParsed, aggregateText } from "./testing/aggregate-parsed.ts";
import { buildCaller, buildTypes, errorOf, everyKind, insertEntities, property, sizes } from "./testing/list-world.ts";

let database: TestDatabase;

const types = buildTypes(
  {
    item: [...everyKind, property("supplierId", "object_reference", { referenceType: "custom-entity" })],
    "item:product": [],
    "item:eu": [property("retail", "currency", { currency: "EUR" })],
    "item:us": [property("retail", "currency", { currency: "USD" })],
  },
  { options: { sizes, tags: ["new", "sale"] } },
);
const context: ListContext = {
  caller: buildCaller("org1"),
  types,
  entityType: "item",
  actorsOf: async (_orgId, ids) => ids.map((id) => ({ id, type: "user", name: `User ${id}` })),
};

beforeAll(async () => {
  database = await createTestDatabase();
  await insertEntities(database.db, "org1", [
    { id: "supplier1", name: "Mill", entityType: "custom-entity" },
    {
      name: "a",
      createdById: "ana",
      createdOn: "2026-01-31T23:59:59.999Z",
      properties: { size: "large", price: 0.1, tags: ["new", "sale"], isActive: true, launch: "2026-03-15", free: "x" },
    },
    {
      name: "b",
      typePath: "item:product",
      createdOn: "2026-02-01T00:00:00.000Z",
      properties: {
        size: "large",
        price: 0.2,
        tags: [],
        isActive: false,
        launch: "2026-04-01",
        supplierId: "supplier1",
      },
    },
    {
      name: "c",
      typePath: "item:product:shirt",
      properties: { size: "small", price: -50, supplierId: "gone", launch: "soon", free: 7, details: { a: 1 } },
    },
    {
      name: "d",
      properties: { size: "retired", price: 150, tags: ["new"], free: ["y"], reviewedOn: "2026-07-01T10:00:00.000Z" },
    },
    { name: "e", properties: { roles: ["family", "option"], free: true } },
    { name: "f", typePath: "item:eu", properties: { retail: 10 } },
    { name: "g", typePath: "item:us", properties: { retail: 12 } },
  ]);
  await insertEntities(database.db, "org2", [{ name: "foreign", properties: { size: "large", price: 1_000 } }]);
});

afterAll(() => database.drop());

/** Each group as its values and its count. */
async function groupsOf(groupBy: string, query: Partial<AggregateQuery> = {}) {
  const { results } = await aggregateParsed(database.db, context, { groupBy: groupBy.split(","), ...query });
  return results.map(({ group, count }) => [...Object.values(group).map(({ value }) => value), count]);
}

describe("groups", () => {
  test.each([
    ["size", '[[null,3],["large",2],["small",1],["retired",1]]'],
    ["isActive", "[[null,5],[false,1],[true,1]]"],
    ["price:100", "[[null,3],[0,2],[-100,1],[100,1]]"],
    ["price", "[[null,3],[-50,1],[0.1,1],[0.2,1],[150,1]]"],
    ["tags", '[[null,5],["new",2],["sale",1]]'],
    ["role", '[[null,6],["family",1],["option",1]]'],
    ["launch:month", '[[null,5],["2026-03",1],["2026-04",1]]'],
    ["launch:quarter", '[[null,5],["2026-Q1",1],["2026-Q2",1]]'],
    ["launch", '[[null,5],["2026-03-15",1],["2026-04-01",1]]'],
    ["reviewedOn:year", '[[null,6],["2026",1]]'],
    ["createdOn:month", '[["2026-01",6],["2026-02",1]]'],
    ["createdOn:quarter", '[["2026-Q1",7]]'],
    ["free", '[[null,3],["[\\"y\\"]",1],["x",1],[7,1],[true,1]]'],
    ["free:10", "[[null,6],[0,1]]"],
    ["nowhere", "[[null,7]]"],
    ["size,isActive", '[[null,null,3],["small",null,1],["large",false,1],["large",true,1],["retired",null,1]]'],
  ])("by %s", async (groupBy, expected) => {
    expect(JSON.stringify(await groupsOf(groupBy))).toBe(expected);
  });

  test("have the labels of options, types, referenced entities and actors", async () => {
    const labelled = async (groupBy: string) => {
      const { results } = await aggregateParsed(database.db, context, { groupBy: [groupBy] });
      return results.flatMap(({ group }) => Object.values(group));
    };

    expect(await labelled("size")).toContainEqual({ value: "large", label: "LARGE" });
    expect(await labelled("size")).toContainEqual({ value: "retired" });
    expect(await labelled("tags")).toContainEqual({ value: "new", label: "NEW" });
    expect(await labelled("typePath")).toContainEqual({ value: "item:product", label: "item:product" });
    expect(await labelled("typePath")).toContainEqual({ value: "item:product:shirt" });
    expect(await labelled("supplierId")).toEqual([
      { value: null },
      { value: "gone" },
      { value: "supplier1", label: "Mill" },
    ]);
    expect(await labelled("createdById")).toContainEqual({ value: "ana", label: "User ana" });
    expect(await labelled("price:100")).toContainEqual({ value: -100, to: 0 });
  });

  test("can be ordered by a field, a metric or their size, and are cut at the limit", async () => {
    const ordered = (orderField: string, order?: string) =>
      groupsOf("size", { metrics: ["max:price"], order: { orderField, ...(order && { order }) } });

    expect((await ordered("size")).map(([value]) => value)).toEqual(["small", "large", "retired", null]);
    expect((await ordered("size", "desc")).map(([value]) => value)).toEqual(["large", "small", "retired", null]);
    expect((await ordered("max:price")).map(([value]) => value)).toEqual(["retired", "large", "small", null]);
    expect((await ordered("count", "asc")).at(-1)).toEqual([null, 3]);
    expect(await aggregateParsed(database.db, context, { groupBy: ["size"], limit: 1 })).toEqual({
      results: [{ group: { size: { value: null } }, count: 3, metrics: {} }],
      totalGroups: 4,
    });
  });

  test("contain what a list with the same criteria and q contains", async () => {
    expect(await groupsOf("size", { criteria: { typePath: "item:product" } })).toEqual([
      ["small", 1],
      ["large", 1],
    ]);
    expect(await groupsOf("size", { criteria: { size: ["large", "small"], price: { gt: 0 } } })).toEqual([
      ["large", 2],
    ]);
    expect(await groupsOf("size", { q: "B" })).toEqual([["large", 1]]);
    expect(await groupsOf("size", { q: "nothing" })).toEqual([]);
  });
});

describe("metrics", () => {
  test("are exact, and null if no entity has a value", async () => {
    const metrics = [
      "count",
      "count:price",
      "sum:price",
      "avg:price",
      "min:price",
      "max:price",
      "min:launch",
      "max:createdOn",
      "sum:free",
      "sum:nowhere",
    ];

    const text = await aggregateText(database.db, context, { metrics, criteria: { size: ["large"] }, limit: 10 });

    expect(text).toBe(
      '{"results":[{"group":{},"count":2,"metrics":{"count:price":2,"sum:price":0.3,"avg:price":0.15,"min:price":0.1,"max:price":0.2,"min:launch":"2026-03-15","max:createdOn":"2026-02-01T00:00:00.000Z","sum:free":null,"sum:nowhere":null}}],"totalGroups":1}',
    );
  });

  test("of no entities are zero and null", async () => {
    const { results } = await aggregateParsed(database.db, context, {
      metrics: ["sum:price", "count:price"],
      criteria: { name: "nobody" },
    });

    expect(results).toEqual([{ group: {}, count: 0, metrics: { "sum:price": null, "count:price": 0 } }]);
  });

  test("keep all digits of large sums", async () => {
    await insertEntities(database.db, "org3", [
      { properties: { price: 9_007_199_254_740_991 } },
      { properties: { price: 9_007_199_254_740_991 } },
      { properties: { price: 0.01 } },
    ]);
    const other = { ...context, caller: buildCaller("org3") };

    const text = await aggregateText(database.db, other, { metrics: ["sum:price"], limit: 1 });

    expect(text).toContain('"sum:price":18014398509481982.01');
  });
});

describe("currencies", () => {
  test.each<[Partial<AggregateQuery>, string]>([
    [{ metrics: ["sum:retail"] }, "metrics"],
    [{ metrics: ["max:retail"], groupBy: ["size"] }, "metrics"],
    [{ groupBy: ["retail:10"] }, "groupBy"],
  ])("are never mixed: %j", async (query, pointer) => {
    const error = await errorOf(aggregateParsed(database.db, context, query));

    expect(error).toEqual({
      pointer,
      detail:
        "The types define retail with different currencies: EUR (item:eu), USD (item:us). Add typePath to groupBy, or restrict criteria.typePath to types with one currency.",
    });
  });

  test("can be measured by type, and for types with one currency", async () => {
    const byType = await aggregateParsed(database.db, context, {
      groupBy: ["typePath"],
      metrics: ["sum:retail"],
      order: { orderField: "sum:retail" },
    });
    const ofOne = await aggregateParsed(database.db, context, {
      metrics: ["sum:retail", "count:retail"],
      criteria: { typePath: "item:eu" },
    });
    const counted = await aggregateParsed(database.db, context, { metrics: ["count:retail"] });

    expect(byType.results.slice(0, 2).map(({ metrics }) => metrics)).toEqual([
      { "sum:retail": 12 },
      { "sum:retail": 10 },
    ]);
    expect(ofOne.results[0]?.metrics).toEqual({ "sum:retail": 10, "count:retail": 1 });
    expect(counted.results[0]?.metrics).toEqual({ "count:retail": 2 });
  });
});
