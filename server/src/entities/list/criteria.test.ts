import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { ListContext } from "./list-entities.ts";
import {
  buildCaller,
  buildTypes,
  everyKind,
  insertEntities,
  listNames,
  property,
  sizes,
} from "./testing/list-world.ts";

let database: TestDatabase;

const types = buildTypes(
  { item: everyKind, "item:product": [], "item:product:apparel": [], "item:productline": [] },
  { options: { sizes, tags: ["new", "sale", "eco"] } },
);
const context: ListContext = { caller: buildCaller("org1"), types, entityType: "item" };
const names = (criteria: Record<string, unknown>) => listNames(database.db, context, { criteria });

beforeAll(async () => {
  database = await createTestDatabase();
  await insertEntities(database.db, "org1", [
    {
      name: "shirt",
      federatedId: "F1",
      typePath: "item:product",
      createdOn: "2026-03-01T00:00:00.000Z",
      createdById: "ann",
      version: 1,
      properties: {
        color: "red",
        notes: "Soft cotton",
        price: 10,
        launch: "2026-03-01",
        reviewedOn: "2026-03-01T08:00:00.000Z",
        isActive: true,
        size: "small",
        tags: ["new", "eco"],
        details: { weave: { threads: 2 }, dyes: ["a", "b"] },
        sizeRange: { sizes: ["S", "M", "L"] },
        total: 100,
        styleNumber: "STY-000001",
        roles: ["family"],
        free: "text",
      },
    },
    {
      name: "dress",
      federatedId: "F2",
      typePath: "item:product:apparel",
      createdOn: "2026-03-01T23:59:59.999Z",
      version: 2,
      properties: {
        color: "dark red",
        notes: "50% silk_",
        price: 9.5,
        launch: "2026-03-02",
        reviewedOn: "2026-03-02T00:00:00.000Z",
        isActive: false,
        size: "large",
        tags: ["sale"],
        details: ["a", "c"],
        sizeRange: { sizes: ["S", "M"] },
        total: 9,
        styleNumber: "STY-000002",
        roles: ["option"],
        free: 12,
      },
    },
    {
      name: "belt",
      federatedId: "F3",
      typePath: "item:productline",
      createdOn: "2026-03-02T00:00:00.000Z",
      createdById: "bob",
      version: 3,
      properties: { color: "blue", price: -1, size: "medium", details: "a", free: ["text", "more"], role: "lead" },
    },
    { name: "bare" },
  ]);
  await insertEntities(database.db, "org2", [{ name: "foreign", properties: { color: "red" } }]);
  await insertEntities(database.db, "org1", [{ name: "paint", entityType: "color", properties: { color: "red" } }]);
});

afterAll(() => database.drop());

const all = ["shirt", "dress", "belt", "bare"];

describe("a value", () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ["nothing asked", {}, all],
    ["a text", { color: "red" }, ["shirt"]],
    ["a number", { price: 9.5 }, ["dress"]],
    ["a number written otherwise", { price: 10.0 }, ["shirt"]],
    ["a boolean", { isActive: false }, ["dress"]],
    ["a date", { launch: "2026-03-02" }, ["dress"]],
    ["a time", { reviewedOn: "2026-03-01T09:00:00+01:00" }, ["shirt"]],
    ["the day of a time", { reviewedOn: "2026-03-01" }, ["shirt"]],
    ["an option", { size: "medium" }, ["belt"]],
    ["an element of a list", { tags: "eco" }, ["shirt"]],
    ["free JSON, or an element of it", { details: "a" }, ["dress", "belt"]],
    ["a size range, and no wider one", { sizeRange: { sizes: ["S", "M"] } }, ["dress"]],
    ["a formula by its result", { total: 9 }, ["dress"]],
    ["a sequence", { styleNumber: "STY-000001" }, ["shirt"]],
    ["what nothing describes", { free: "text" }, ["shirt"]],
    ["what nothing describes, as a number", { free: 12 }, ["dress"]],
    ["what nobody has", { nowhere: "x" }, []],
    ["several fields", { color: "red", price: 10 }, ["shirt"]],
    ["several fields that no entity has together", { color: "red", price: 9.5 }, []],
    ["null", { color: null }, ["bare"]],
    ["null of a system field", { createdById: null }, ["dress", "bare"]],
    ["a list of values", { color: ["red", "blue", "green"] }, ["shirt", "belt"]],
    ["a list with null", { color: ["red", null] }, ["shirt", "bare"]],
    ["a list of one", { color: ["red"] }, ["shirt"]],
    ["an empty list", { color: [] }, []],
    ["elements of a list", { tags: ["sale", "new"] }, ["shirt", "dress"]],
    ["a list of what nothing describes", { free: ["text", 12] }, ["shirt", "dress"]],
    ["an id's list", { federatedId: ["F1", "F3", "F9"] }, ["shirt", "belt"]],
    ["a version", { version: [1, 3] }, ["shirt", "belt", "bare"]],
    ["the entity type", { entityType: "item" }, all],
    ["another entity type", { entityType: "color" }, []],
    ["a role", { role: "family" }, ["shirt"]],
    ["one of two roles", { role: ["family", "option"] }, ["shirt", "dress"]],
    ["roles", { roles: "option" }, ["dress"]],
  ])("%s", async (_name, criteria, expected) => {
    expect(await names(criteria)).toEqual(expected);
  });
});

describe("a type path", () => {
  test.each<[unknown, string[]]>([
    ["item", all],
    ["item:product", ["shirt", "dress"]],
    ["item:product:apparel", ["dress"]],
    [
      ["item:product:apparel", "item:productline"],
      ["dress", "belt"],
    ],
    [{ ne: "item:product" }, ["belt", "bare"]],
    [{ nin: ["item:product:apparel", "item:productline"] }, ["shirt", "bare"]],
    [{ startsWith: "item:p" }, ["shirt", "dress", "belt"]],
  ])("%j", async (typePath, expected) => {
    expect(await names({ typePath })).toEqual(expected);
  });

  test("a stored path that is not defined is below its ancestors", async () => {
    await insertEntities(database.db, "org3", [{ name: "odd", typePath: "item:product:unseen:deep" }]);

    const found = await listNames(
      database.db,
      { ...context, caller: buildCaller("org3") },
      { criteria: { typePath: "item:product" } },
    );

    expect(found).toEqual(["odd"]);
  });
});

describe("an operator", () => {
  test.each<[Record<string, unknown>, string[]]>([
    [{ price: { gt: 9.5 } }, ["shirt"]],
    [{ price: { gte: 9.5 } }, ["shirt", "dress"]],
    [{ price: { lt: 9.5 } }, ["belt"]],
    [{ price: { lte: 9.5 } }, ["dress", "belt"]],
    [{ price: { gt: -1, lt: 10 } }, ["dress"]],
    [{ total: { gt: 9 } }, ["shirt"]],
    [{ color: { gt: "blue" } }, ["shirt", "dress"]],
    [{ color: { lte: "dark red" } }, ["dress", "belt"]],
    [{ launch: { gt: "2026-03-01" } }, ["dress"]],
    [{ reviewedOn: { gt: "2026-03-01" } }, ["dress"]],
    [{ reviewedOn: { lte: "2026-03-01" } }, ["shirt"]],
    [{ reviewedOn: { lt: "2026-03-01T08:00:00.001Z" } }, ["shirt"]],
    [{ isActive: { gt: false } }, ["shirt"]],
    [{ size: { gte: "medium" } }, ["dress", "belt"]],
    [{ size: { lt: "large" } }, ["shirt", "belt"]],
    [{ free: { gt: 11 } }, ["dress"]],
    [{ free: { gte: "text" } }, ["shirt"]],
    [{ version: { gt: 1.5 } }, ["dress", "belt"]],
    [{ name: { lt: "c" } }, ["belt", "bare"]],
    [{ color: { ne: "red" } }, ["dress", "belt", "bare"]],
    [{ color: { ne: null } }, ["shirt", "dress", "belt"]],
    [{ createdById: { ne: "ann" } }, ["dress", "belt", "bare"]],
    [{ tags: { ne: "eco" } }, ["dress", "belt", "bare"]],
    [{ reviewedOn: { ne: "2026-03-01" } }, ["dress", "belt", "bare"]],
    [{ sizeRange: { ne: { sizes: ["S", "M"] } } }, ["shirt", "belt", "bare"]],
    [{ color: { in: ["red", "blue"] } }, ["shirt", "belt"]],
    [{ color: { in: [] } }, []],
    [{ color: { nin: ["red", "blue"] } }, ["dress", "bare"]],
    [{ color: { nin: ["red", null] } }, ["dress", "belt"]],
    [{ color: { nin: [] } }, all],
    [{ color: { contains: "red" } }, ["shirt", "dress"]],
    [{ color: { contains: "Red" } }, []],
    [{ color: { matches: "RED" } }, ["shirt", "dress"]],
    [{ color: { matches: "rèd" } }, ["shirt", "dress"]],
    [{ notes: { matches: "% SILK" } }, ["dress"]],
    [{ size: { matches: "MALL" } }, ["shirt"]],
    [{ free: { matches: "EX" } }, ["shirt"]],
    [{ name: { matches: "ELT" } }, ["belt"]],
    [{ notes: { contains: "%" } }, ["dress"]],
    [{ notes: { contains: "_" } }, ["dress"]],
    [{ notes: { contains: "ilk" } }, ["dress"]],
    [{ size: { contains: "m" } }, ["shirt", "belt"]],
    [{ tags: { contains: "new" } }, ["shirt"]],
    [{ tags: { contains: ["new", "eco"] } }, ["shirt"]],
    [{ tags: { contains: ["new", "sale"] } }, []],
    [{ details: { contains: "a" } }, ["dress", "belt"]],
    [{ details: { contains: ["c"] } }, ["dress"]],
    [{ details: { contains: { weave: { threads: 2 } } } }, ["shirt"]],
    [{ free: { contains: "ex" } }, ["shirt"]],
    [{ free: { contains: "more" } }, ["belt"]],
    [{ free: { contains: 12 } }, []],
    [{ name: { contains: "e" } }, ["dress", "belt", "bare"]],
    [{ color: { startsWith: "dark" } }, ["dress"]],
    [{ notes: { startsWith: "50%" } }, ["dress"]],
    [{ notes: { startsWith: "5_%" } }, []],
    [{ free: { startsWith: "te" } }, ["shirt"]],
    [{ federatedId: { startsWith: "F" } }, ["shirt", "dress", "belt"]],
    [{ color: { exists: true } }, ["shirt", "dress", "belt"]],
    [{ color: { exists: false } }, ["bare"]],
    [{ createdById: { exists: true } }, ["shirt", "belt"]],
    [{ color: { contains: "red", ne: "red" } }, ["dress"]],
  ])("%j", async (criteria, expected) => {
    expect(await names(criteria)).toEqual(expected);
  });
});

describe("between", () => {
  test.each<[Record<string, unknown>, string[]]>([
    [{ price: "BETWEEN 9.5 and 10" }, ["shirt", "dress"]],
    [{ price: "between -1 AND 9" }, ["belt"]],
    [{ color: "BETWEEN blue and dark red" }, ["dress", "belt"]],
    [{ launch: "BETWEEN 2026-03-02 and 2026-03-31" }, ["dress"]],
    [{ createdOn: "BETWEEN 2026-03-01 and 2026-03-01" }, ["shirt", "dress"]],
    [{ createdOn: "BETWEEN 2026-03-01 and 2026-03-02" }, ["shirt", "dress", "belt"]],
    [{ createdOn: "BETWEEN 2026-03-01T00:00:00.001Z and 2026-03-02T01:00:00+01:00" }, ["dress", "belt"]],
    [{ updatedOn: "BETWEEN 2026-03-02 and 2026-03-02" }, ["belt"]],
    [{ createdOn: "2026-03-01" }, ["shirt", "dress"]],
    [{ createdOn: { gt: "2026-03-01" } }, ["belt"]],
    [{ createdOn: ["2026-01-01", "2026-03-02"] }, ["belt", "bare"]],
    [{ reviewedOn: "BETWEEN 2026-03-01 and 2026-03-01" }, ["shirt"]],
    [{ size: "BETWEEN small and medium" }, ["shirt", "belt"]],
    [{ free: "BETWEEN 1 and 20" }, ["dress"]],
    [{ free: "BETWEEN a and z" }, ["shirt"]],
    [{ name: "BETWEEN a and c" }, ["belt", "bare"]],
    [{ color: "BETWEEN the lines" }, []],
  ])("%j", async (criteria, expected) => {
    expect(await names(criteria)).toEqual(expected);
  });
});

describe("groups", () => {
  test.each<[Record<string, unknown>, string[]]>([
    [{ or: [{ color: "red" }, { color: "blue" }] }, ["shirt", "belt"]],
    [{ or: [{ color: "red" }, { price: { lt: 0 } }] }, ["shirt", "belt"]],
    [{ or: [{ color: "red", price: 9.5 }, { isActive: false }] }, ["dress"]],
    [{ price: { gt: 0 }, or: [{ color: "blue" }, { size: "large" }] }, ["dress"]],
    [{ or: [{ or: [{ color: "red" }, { color: null }] }, { tags: "sale" }] }, ["shirt", "dress", "bare"]],
    [{ or: [{}] }, all],
    [{ or: [{ color: ["red", "blue"] }, { tags: ["sale", "eco"] }] }, ["shirt", "dress", "belt"]],
    [{ and: [{ color: { contains: "d" } }, { color: { ne: "red" } }] }, ["dress"]],
    [{ and: [{ color: "red" }, { color: "blue" }] }, []],
    [{ and: [{ or: [{ color: "red" }, { color: "blue" }] }, { or: [{ price: -1 }, { tags: "sale" }] }] }, ["belt"]],
    [{ or: [{ and: [{ color: "red" }, { price: 10 }] }, { and: [{ color: "blue" }, { price: 10 }] }] }, ["shirt"]],
    [{ price: { gt: 0 }, and: [{ tags: "sale" }], or: [{ size: "large" }] }, ["dress"]],
    [{ and: [{}] }, all],
  ])("%j", async (criteria, expected) => {
    expect(await names(criteria)).toEqual(expected);
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ and: "x" }, ["one"]],
    [{ or: ["x", null] }, ["two"]],
    [{ and: { ne: "x" } }, ["two"]],
    [{ or: [{ and: "x" }, { or: "z" }] }, ["one"]],
  ])("leave properties of the same name reachable: %j", async (criteria, expected) => {
    const orgId = `named-${JSON.stringify(criteria)}`;
    const named = buildTypes({ item: [property("and", "string"), property("or", "string")] });
    await insertEntities(database.db, orgId, [
      { name: "one", properties: { and: "x", or: "y" } },
      { name: "two", properties: { and: "y", or: "x" } },
    ]);

    const found = await listNames(database.db, { ...context, caller: buildCaller(orgId), types: named }, { criteria });

    expect(found).toEqual(expected);
  });
});
