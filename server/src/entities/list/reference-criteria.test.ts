import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { ListContext } from "./list-entities.ts";
import { listParsed } from "./testing/list-parsed.ts";
import {
  buildCaller,
  buildTypes,
  errorOf,
  insertEntities,
  listNames,
  property,
  sizes,
  walkPages,
} from "./testing/list-world.ts";

let database: TestDatabase;

const properties = {
  item: [
    property("category", "string", { searchable: true }),
    property("price", "number"),
    property("size", "choice", { optionSetId: "sizes" }),
    property("tags", "multi_select", { optionSetId: "tags" }),
    property("supplierId", "object_reference", { referenceType: "custom-entity:supplier" }),
    property("buyerId", "object_reference", { referenceType: "user" }),
  ],
  "item:product": [property("fit", "string")],
  "assortment-item": [property("alternativeIds", "object_ref_list", { referenceType: "item" })],
  "custom-entity:supplier": [property("country", "string")],
};
const types = buildTypes(properties, { options: { sizes, tags: ["new", "sale"] } });
const strict = buildTypes(properties, { mode: "strict", options: { sizes, tags: ["new", "sale"] } });
const context: ListContext = { caller: buildCaller("org1"), types, entityType: "assortment-item" };

const names = (criteria: Record<string, unknown>) => listNames(database.db, context, { criteria });
const errorIn = (criteria: Record<string, unknown>, rest: Partial<ListContext> = {}) =>
  errorOf(listParsed(database.db, { ...context, ...rest }, { limit: 10, criteria }));

beforeAll(async () => {
  database = await createTestDatabase();
  for (const orgId of ["org1", "org2"]) {
    await insertEntities(database.db, orgId, [
      {
        id: "s1",
        name: "Mill",
        entityType: "custom-entity",
        typePath: "custom-entity:supplier",
        properties: { country: "PT" },
      },
      {
        id: "dress",
        name: "Dress",
        typePath: "item:product",
        createdOn: "2026-03-01T00:00:00.000Z",
        properties: {
          category: "Dress",
          price: 90,
          size: "small",
          tags: ["new"],
          supplierId: "s1",
          fit: "slim",
          roles: ["family"],
        },
      },
      {
        id: "coat",
        name: "Coat",
        properties: { category: "Coat", price: 200, size: "large", itemFamilyId: "dress", roles: ["option"] },
      },
      { id: "bare", name: "Bare" },
      // The same id as an item, of another type.
      { id: "coat", name: "Not an item", entityType: "color", properties: { category: "Paint" } },
    ]);
    await insertEntities(database.db, orgId, [
      {
        name: "with dress",
        entityType: "assortment-item",
        properties: { itemId: "dress", alternativeIds: ["coat", "bare"] },
      },
      { name: "with coat", entityType: "assortment-item", properties: { itemId: "coat", alternativeIds: ["dress"] } },
      { name: "with bare", entityType: "assortment-item", properties: { itemId: "bare", "odd.name": 7 } },
      { name: "with none", entityType: "assortment-item" },
      { name: "dangling", entityType: "assortment-item", properties: { itemId: "gone", alternativeIds: ["gone"] } },
      { name: "odd", entityType: "assortment-item", properties: { itemId: ["dress"], alternativeIds: "dress" } },
    ]);
  }
});

afterAll(() => database.drop());

describe("a criterion on what a reference leads to", () => {
  test.each<[Record<string, unknown>, string[]]>([
    [{ "item.category": "Dress" }, ["with dress"]],
    [{ "itemId.category": "Dress" }, ["with dress"]],
    [{ "item.category": ["Dress", "Coat"] }, ["with dress", "with coat"]],
    [{ "item.category": { startsWith: "Co" } }, ["with coat"]],
    [{ "item.category": { contains: "o" } }, ["with coat"]],
    [{ "item.category": { gte: "D" } }, ["with dress"]],
    [{ "item.price": { gt: 80, lt: 100 } }, ["with dress"]],
    [{ "item.price": "BETWEEN 100 and 200" }, ["with coat"]],
    [{ "item.size": { gt: "small" } }, ["with coat"]],
    [{ "item.tags": "new" }, ["with dress"]],
    [{ "item.role": "family" }, ["with dress"]],
    [{ "item.name": "Coat" }, ["with coat"]],
    [{ "item.id": ["coat", "bare", "gone"] }, ["with coat", "with bare"]],
    [{ "item.createdOn": "2026-03-01" }, ["with dress"]],
    [{ "item.typePath": "item:product" }, ["with dress"]],
    [{ "item.fit": "slim" }, ["with dress"]],
    [{ "item.nothing": "x" }, []],
    [{ "item.supplierId": "s1" }, ["with dress"]],
    // An entity without a readable target meets no criterion on it.
    [{ "item.category": null }, ["with bare"]],
    [{ "item.category": { exists: false } }, ["with bare"]],
    [{ "item.category": { ne: "Dress" } }, ["with coat", "with bare"]],
    [{ "item.category": { nin: ["Dress", "Coat"] } }, ["with bare"]],
    [{ "item.id": { exists: true } }, ["with dress", "with coat", "with bare"]],
    // A list of references leads to several entities, of which one must meet a criterion.
    [{ "alternatives.category": "Coat" }, ["with dress"]],
    [{ "alternatives.category": null }, ["with dress"]],
    [{ "alternatives.category": null, "alternatives.price": 200 }, ["with dress"]],
    [{ "alternativeIds.price": { lt: 100 } }, ["with coat"]],
  ])("%j", async (criteria, expected) => {
    expect(await names(criteria)).toEqual(expected);
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ "item.category": "Dress", "item.price": { lt: 100 } }, ["with dress"]],
    [{ "item.category": "Dress", "item.price": { gt: 100 } }, []],
    [{ name: { contains: "coat" }, "item.price": { gt: 1 } }, ["with coat"]],
    [{ or: [{ "item.category": "Dress" }, { name: "with none" }] }, ["with dress", "with none"]],
    [{ and: [{ "item.price": { gt: 1 } }, { "alternatives.price": { gt: 100 } }] }, ["with dress"]],
    [{ or: [{ "item.category": null }, { "alternatives.category": "Dress" }] }, ["with coat", "with bare"]],
  ])("combines with others: %j", async (criteria, expected) => {
    expect(await names(criteria)).toEqual(expected);
  });

  test("works from any kind, with the total and in pages", async () => {
    const items = { ...context, entityType: "item" };
    const suppliers = await listNames(database.db, items, { criteria: { "supplier.country": "PT" } });
    const families = await listNames(database.db, items, { criteria: { "itemFamily.category": "Dress" } });
    const criteria = { "item.category": { ne: "x" } };

    const pages = await walkPages(database.db, context, {
      criteria,
      order: { orderField: "name" },
      limit: 1,
      includeTotal: true,
    });

    expect([suppliers, families]).toEqual([["Dress"], ["Coat"]]);
    expect(pages.map(({ results }) => results[0]?.["name"])).toEqual(["with bare", "with coat", "with dress"]);
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
  });

  test("leaves an undefined property with a dot in its name reachable", async () => {
    expect(await names({ "odd.name": 7 })).toEqual(["with bare"]);
  });

  test("is the same whether few or many entities meet it", async () => {
    const orgId = "many";
    const items = Array.from({ length: 1_500 }, (_, index) => ({
      id: `i${index}`,
      properties: { category: index % 3 === 0 ? "Dress" : "Coat", price: index },
    }));
    await insertEntities(database.db, orgId, items);
    const members = items.map(({ id }, index) => ({
      name: id,
      entityType: "assortment-item",
      properties: { itemId: id, alternativeIds: [`i${index + 1}`, "gone"] },
    }));
    await insertEntities(database.db, orgId, members);
    await database.db.query(sql`analyze entities`);
    const many = { ...context, caller: buildCaller(orgId) };

    const counts = await Promise.all(
      [
        { "item.price": { lt: 1_200 } },
        { "item.price": { lt: 900 } },
        { "item.price": { lt: 1_200 }, "item.category": "Dress" },
        { "alternatives.price": { lt: 1_200 } },
        { "alternatives.price": { lt: 900 } },
        { or: [{ "item.price": { gte: 200 } }, { "alternatives.price": { lt: 200 } }] },
      ].map(async (criteria) => {
        const pages = await walkPages(database.db, many, { criteria, limit: 700, includeTotal: true });
        return [pages.flatMap(({ results }) => results).length, pages[0]?.total];
      }),
    );

    expect(counts).toEqual([
      [1_200, 1_200],
      [900, 900],
      [400, 400],
      [1_199, 1_199],
      [899, 899],
      [1_499, 1_499],
    ]);
  });
});

describe("a rejected criterion on what a reference leads to", () => {
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ["a value of another type", { "item.price": "12" }, "item.price", /Compare price with a number without quotes/],
    ["an unknown operator", { "item.price": { above: 1 } }, "item.price.above", /no operator above/],
    ["a comparison without order", { "item.tags": { gt: "new" } }, "item.tags.gt", /no order/],
    [
      "a second reference",
      { "item.itemFamily.category": "x" },
      "item.itemFamily.category",
      /Filter by item.itemFamilyId/,
    ],
    ["an actor", { "createdBy.name": "x" }, "createdBy.name", /cannot follow createdBy/],
    ["a type of another kind", { "item.typePath": "color" }, "item.typePath", /it starts with item/],
    ["an unknown type", { "item.typePath": "item:prodct" }, "item.typePath", /item:product/],
    ["NUL in the name", { "item.a\0": 1 }, "item.a\0", /NUL/],
    [
      "too many references",
      { or: Array.from({ length: 11 }, (_, index) => ({ "item.price": index })) },
      "",
      /follow references up to 10 times/,
    ],
  ])("%s", async (_name, criteria, place, detail) => {
    expect(await errorIn(criteria)).toEqual({
      pointer: place === "" ? "criteria" : `criteria.${place}`,
      detail: expect.stringMatching(detail),
    });
  });

  test("to a user", async () => {
    const error = await errorIn({ "buyer.name": "x" }, { entityType: "item" });

    expect(error).toEqual({ pointer: "criteria.buyer.name", detail: expect.stringMatching(/cannot follow buyer/) });
  });

  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ["a relation", { "itm.price": 1 }, "itm.price", /no reference itm. Did you mean item\?/],
    [
      "a property",
      { "item.prize": 1 },
      "item.prize",
      /The strict type item has no property prize. Did you mean price\?/,
    ],
  ])("with an unknown name of a strict type: %s", async (_name, criteria, place, detail) => {
    expect(await errorIn(criteria, { types: strict })).toEqual({
      pointer: `criteria.${place}`,
      detail: expect.stringMatching(detail),
    });
  });
});
