import type { Right } from "@weft/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { ListContext } from "./list-entities.ts";
import { type ModelGroup, modelGroups } from "./testing/aggregate-model.ts";
import { aggregateParsed } from "./testing/aggregate-parsed.ts";
import { entitiesWithoutIds, someCriteria, someProperties, withIds } from "./testing/arbitrary-list.ts";
import { listParsed } from "./testing/list-parsed.ts";
import { buildCaller, buildTypes, errorOf, insertEntities, property, sizes } from "./testing/list-world.ts";

let database: TestDatabase;

const types = buildTypes({
  item: [
    property("cost", "number"),
    property("color", "string"),
    property("makerId", "object_reference", { referenceType: "custom-entity" }),
  ],
  "item:product": [],
});

function contextOf(rights: readonly Right[], entityType = "item", orgId = "org1"): ListContext {
  return { caller: buildCaller(orgId, rights), types, entityType };
}

function reading(typePath: string, rest: Omit<Right, "verbs" | "typePath"> = {}): Right {
  return { verbs: ["read"], typePath, ...rest };
}

beforeAll(async () => {
  database = await createTestDatabase();
  for (const orgId of ["org1", "org2"]) {
    await insertEntities(database.db, orgId, [
      { typePath: "item", properties: { cost: 1, color: "red", makerId: "maker1" } },
      { typePath: "item:product", properties: { cost: 2, color: "red", makerId: "maker2" } },
      { typePath: "item:product:apparel", properties: { cost: 4, color: "blue" } },
      { typePath: "item:material", properties: { cost: 8 } },
      { id: "maker1", name: `${orgId} mill`, entityType: "custom-entity", typePath: "custom-entity:maker" },
      { id: "maker2", name: `${orgId} secret`, entityType: "custom-entity", typePath: "custom-entity:secret" },
      { entityType: "assortment", projectId: "p1", properties: { projectId: "p1" } },
      { entityType: "assortment", projectId: "p2", properties: { projectId: "p2" } },
    ]);
  }
});

afterAll(() => database.drop());

describe("the entities of groups", () => {
  test.each<[string, Right[], number, number | null]>([
    ["everything", [reading("*")], 4, 15],
    ["a type alone", [reading("item")], 1, 1],
    ["a subtype and all below it", [reading("item:product:*")], 2, 6],
    ["a project, which items do not belong to", [reading("*", { projectId: "p1" })], 0, null],
    ["another type", [reading("color")], 0, null],
    ["another verb", [{ verbs: ["update"], typePath: "*" }], 0, null],
    ["nothing", [], 0, null],
  ])("with a right on %s", async (_name, rights, count, sum) => {
    const { results } = await aggregateParsed(database.db, contextOf(rights), { metrics: ["sum:cost"] });

    expect(results).toEqual([{ group: {}, count, metrics: { "sum:cost": sum } }]);
  });

  test("are those of one project for a right on it", async () => {
    const context = contextOf([reading("*", { projectId: "p1" })], "assortment");

    const { results } = await aggregateParsed(database.db, context, { groupBy: ["projectId"] });

    expect(results).toEqual([{ group: { projectId: { value: "p1" } }, count: 1, metrics: {} }]);
  });
});

describe("fields", () => {
  const costOfProducts = [reading("item:*", { fields: ["color"] }), reading("item:product:*", { fields: ["cost"] })];

  test("count as absent where no right shows them", async () => {
    const context = contextOf(costOfProducts);

    const byColor = await aggregateParsed(database.db, context, {
      groupBy: ["color"],
      metrics: ["count:cost", "sum:cost", "min:cost"],
    });
    const byCost = await aggregateParsed(database.db, context, { groupBy: ["cost:10"] });

    expect(byColor.results).toEqual([
      { group: { color: { value: "red" } }, count: 2, metrics: { "count:cost": 1, "sum:cost": 2, "min:cost": 2 } },
      { group: { color: { value: "blue" } }, count: 1, metrics: { "count:cost": 1, "sum:cost": 4, "min:cost": 4 } },
      { group: { color: { value: null } }, count: 1, metrics: { "count:cost": 0, "sum:cost": null, "min:cost": null } },
    ]);
    expect(byCost.results.map(({ group, count }) => [group["cost"]?.value, count])).toEqual([
      [0, 2],
      [null, 2],
    ]);
  });

  test.each([
    [{ groupBy: ["cost"] }, "groupBy"],
    [{ metrics: ["sum:cost"] }, "metrics"],
    [{ metrics: ["count:unknown"] }, "metrics"],
    [{ criteria: { cost: 1 } }, "criteria.cost"],
  ])("that no right shows are rejected: %j", async (query, pointer) => {
    const context = contextOf([reading("item:*", { fields: ["color"] })]);

    const error = await errorOf(aggregateParsed(database.db, context, query));

    expect(error).toEqual({ pointer, detail: expect.stringMatching(/may not read/) });
  });

  test("of a caller that may read nothing cause no error, so that nothing is revealed", async () => {
    const query = { groupBy: ["cost"], metrics: ["sum:cost"] };

    expect(await aggregateParsed(database.db, contextOf([]), query)).toEqual({ results: [], totalGroups: 0 });
  });

  test("that refer to entities have the names of those that the caller may read", async () => {
    const labels = async (rights: Right[]) => {
      const { results } = await aggregateParsed(database.db, contextOf(rights), { groupBy: ["makerId"] });
      return results.map(({ group }) => group["makerId"]);
    };

    expect(await labels([reading("item:*"), reading("custom-entity:maker")])).toEqual([
      { value: null },
      { value: "maker1", label: "org1 mill" },
      { value: "maker2" },
    ]);
    expect(await labels([reading("item:*")])).toEqual([{ value: null }, { value: "maker1" }, { value: "maker2" }]);
  });
});

/** Groups in an order of their own, with numbers as exact as those of JavaScript. */
function comparable(groups: readonly ModelGroup[]) {
  const rounded = groups.map(({ group, count, metrics }) => {
    const numbers = Object.entries(metrics).map(([name, value]) => [
      name,
      typeof value === "number" ? Number(value.toPrecision(12)) : value,
    ]);
    const keys = Object.entries(group).map(([name, { value, to }]) => [name, value, to ?? null]);
    return JSON.stringify([keys, count, numbers]);
  });
  return rounded.sort();
}

test("for any rights and criteria, the groups are those of the entities that a list shows", async () => {
  const right = fc
    .record({
      typePath: fc.constantFrom("*", "item:*", "item", "item:shirt", "item:shirt:*", "item:shoe"),
      fields: fc.option(fc.subarray(["color", "price", "size", "tags", "isActive", "free"], { minLength: 3 }), {
        nil: undefined,
      }),
    })
    .map((drawn): Right => ({ verbs: ["read"], ...JSON.parse(JSON.stringify(drawn)) }));
  const typePath = fc.constantFrom("item", "item:shirt", "item:shirt:polo", "item:shoe");
  const field = fc.constantFrom(
    "color",
    "price",
    "price:2",
    "size",
    "tags",
    "isActive",
    "free",
    "version",
    "typePath",
    "createdOn:month",
  );
  const metric = fc.constantFrom(
    "count:color",
    "sum:price",
    "avg:price",
    "min:price",
    "max:version",
    "sum:free",
    "count:tags",
  );
  let orgs = 0;

  const input = fc.record({
    drawn: entitiesWithoutIds,
    paths: fc.array(typePath, { minLength: 30, maxLength: 30 }),
    properties: someProperties,
    criteria: fc.oneof(fc.constant({}), someCriteria),
    rights: fc.array(right, { minLength: 1, maxLength: 3 }),
    groupBy: fc.uniqueArray(field, { maxLength: 2, selector: (one) => one.split(":")[0] }),
    metrics: fc.uniqueArray(metric, { maxLength: 4 }),
  });

  await fc.assert(
    fc.asyncProperty(input, async ({ drawn, paths, properties, rights, ...query }) => {
      const orgId = `drawn${++orgs}`;
      const entities = withIds(drawn, "e").map((entity, index) => ({ ...entity, typePath: paths[index] ?? "item" }));
      await insertEntities(database.db, orgId, entities);
      const context: ListContext = {
        caller: buildCaller(orgId, rights),
        types: buildTypes({ item: properties }, { options: { sizes, tags: ["new", "sale", "eco"] } }),
        entityType: "item",
      };
      const asked = await aggregateParsed(database.db, context, query).catch(() => undefined);
      // Rejected: a field that no right shows.
      fc.pre(asked !== undefined);

      const { results } = await listParsed(database.db, context, { limit: 1000, criteria: query.criteria });

      const expected = modelGroups(results, query.groupBy, query.metrics);
      expect(comparable(asked.results)).toEqual(comparable(expected));
      expect(asked.totalGroups).toBe(expected.length);
    }),
    { numRuns: 300 },
  );
}, 120_000);
