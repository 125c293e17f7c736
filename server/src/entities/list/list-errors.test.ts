import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { ListContext, ListQuery } from "./list-entities.ts";
import { listParsed } from "./testing/list-parsed.ts";
import { buildCaller, buildTypes, errorOf, everyKind, insertEntities, property, sizes } from "./testing/list-world.ts";

let database: TestDatabase;

const options = { options: { sizes, tags: ["new"] } };
const open: ListContext = {
  caller: buildCaller("org1"),
  types: buildTypes({ item: everyKind, "item:closed": [] }, options),
  entityType: "item",
};
const strict: ListContext = {
  ...open,
  types: buildTypes({ item: everyKind, "item:product": [property("fit", "string")] }, { ...options, mode: "strict" }),
};
const errorIn = (context: ListContext, query: Partial<ListQuery>) =>
  errorOf(listParsed(database.db, context, { limit: 10, ...query }));

beforeAll(async () => {
  database = await createTestDatabase();
  await insertEntities(database.db, "org1", [{ name: "one" }, { name: "two" }, { name: "three" }]);
});

afterAll(() => database.drop());

describe("rejected criteria", () => {
  const operators = "gt, gte, lt, lte, ne, in, nin, contains, matches, startsWith, exists";

  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ["an unknown operator", { color: { gte2: 1 } }, "color.gte2", new RegExp(`Did you mean gte\\?.*${operators}`)],
    ["an operator of every object", { color: { toString: 1 } }, "color.toString", /no operator toString/],
    ["no operator", { color: {} }, "color", new RegExp(operators)],
    ["a number for a text", { color: 5 }, "color", /a text/],
    ["a number among texts", { color: ["red", 5] }, "color", /a text/],
    ["a text for a number", { price: "12" }, "price", /a number without quotes/],
    ["no finite number", { price: Number.POSITIVE_INFINITY }, "price", /a number/],
    ["a text above a number", { price: { gt: "12" } }, "price.gt", /a number without quotes/],
    ["a text for a boolean", { isActive: "true" }, "isActive", /true or false/],
    ["a text above a boolean", { isActive: { gt: "true" } }, "isActive.gt", /true or false/],
    ["no date", { launch: "2026-02-30" }, "launch", /a date, such as '2026-12-31'/],
    ["a time for a date", { launch: { lt: "2026-02-01T00:00:00Z" } }, "launch.lt", /a date/],
    ["no time", { reviewedOn: "yesterday" }, "reviewedOn", /a time such as '2026-12-31T12:00:00Z'/],
    ["a time without its zone", { createdOn: "2026-02-01T00:00:00" }, "createdOn", /a time such as/],
    ["an hour that no day has", { createdOn: "2026-02-01T25:00:00Z" }, "createdOn", /a time such as/],
    ["a year 0", { createdOn: { gt: "0000-01-01" } }, "createdOn.gt", /a time such as/],
    ["a time beyond the years", { createdOn: { gt: "9999-12-31T23:59:59-01:00" } }, "createdOn.gt", /a time such as/],
    ["a number for a time", { createdOn: 2026 }, "createdOn", /a time such as/],
    ["a time for a version", { version: "2" }, "version", /a number/],
    ["an end of between that is none", { price: "BETWEEN 1 and many" }, "price", /a number/],
    ["a day of between that is none", { createdOn: "BETWEEN 2026-01-01 and 2026-02-31" }, "createdOn", /a date/],
    ["between on a list", { tags: "BETWEEN a and b" }, "tags", /no order/],
    ["no option above", { size: { gt: "tiny" } }, "size.gt", /one of its options/],
    ["a comparison of a list", { tags: { gt: "new" } }, "tags.gt", /no order/],
    ["a comparison of long text", { notes: { lt: "x" } }, "notes.lt", /no order/],
    ["a comparison of JSON", { details: { lte: 1 } }, "details.lte", /no order/],
    ["null as a bound", { price: { gt: null } }, "price.gt", /a number/],
    ["null as a bound of anything", { free: { gt: null } }, "free.gt", /a text/],
    ["a number in a list of texts", { tags: 1 }, "tags", /a text/],
    ["an object within in", { free: { in: [{}] } }, "free.in", /an operator such as contains/],
    ["a list within in", { details: { in: [[1]] } }, "details.in", /an operator such as contains/],
    ["in without a list", { color: { in: "red" } }, "color.in", /a list of values/],
    ["nin without a list", { color: { nin: "red" } }, "color.nin", /a list of values/],
    ["ne with a list", { color: { ne: ["red"] } }, "color.ne", /a text/],
    ["exists without a boolean", { color: { exists: 1 } }, "color.exists", /true or false/],
    ["contains on a number", { price: { contains: 1 } }, "price.contains", /texts and lists/],
    ["contains on a date", { launch: { contains: "2026" } }, "launch.contains", /texts and lists/],
    ["contains of null", { details: { contains: null } }, "details.contains", /other than null/],
    ["contains of a number in a text", { color: { contains: 1 } }, "color.contains", /a text/],
    ["startsWith on a number", { price: { startsWith: "1" } }, "price.startsWith", /texts and lists/],
    ["startsWith on a list", { tags: { startsWith: "n" } }, "tags.startsWith", /texts and lists/],
    ["startsWith of a number", { color: { startsWith: 1 } }, "color.startsWith", /a text/],
    ["or without a list", { or: { color: "red" } }, "or", /a list of criteria/],
    ["or of nothing", { or: [] }, "or", /a list of criteria/],
    ["or of texts", { or: ["red"] }, "or.0", /a list of criteria objects/],
    ["a fault within or", { or: [{ color: "red" }, { price: "x" }] }, "or.1.price", /a number/],
    ["and without a list", { and: { color: "red" } }, "and", /and must be a list of criteria/],
    ["and of a text", { and: "red" }, "and", /and must be a list of criteria/],
    ["and of nothing", { and: [] }, "and", /and must be a list of criteria/],
    ["and of numbers", { and: [{}, 1] }, "and.1", /and must be a list of criteria objects/],
    ["a fault within and", { and: [{ or: [{ price: "x" }] }] }, "and.0.or.0.price", /a number/],
    ["or too deep", deepOr(6), "or.0.or.0.or.0.or.0.or", /up to 4 levels deep/],
    ["groups too deep", { and: [deepOr(4)] }, "and.0.or.0.or.0.or.0.or", /up to 4 levels deep/],
    ["too many empty criteria", { or: Array.from({ length: 101 }, () => ({})) }, "", /at most 100/],
    ["too many conditions", { or: Array.from({ length: 101 }, () => ({ color: "red" })) }, "", /at most 100/],
    ["too many values", { color: Array.from({ length: 1001 }, () => "red") }, "color", /at most 1000 values/],
    ["half a character", { color: "\ud800" }, "color", /surrogate/],
    ["NUL", { color: { contains: "a\0" } }, "color.contains", /NUL/],
    ["NUL within JSON", { details: { contains: { a: ["\0"] } } }, "details.contains", /NUL/],
    ["NUL in a key within JSON", { details: { contains: { "\0": 1 } } }, "details.contains", /NUL/],
    ["NUL in a name", { "a\0": 1 }, "a\0", /The property name contains the NUL character/],
    ["nothing that is JSON", { free: undefined }, "free", /a JSON value/],
  ])("%s", async (_name, criteria, place, detail) => {
    const error = await errorIn(open, { criteria });

    expect(error).toEqual({
      pointer: place === "" ? "criteria" : `criteria.${place}`,
      detail: expect.stringMatching(detail),
    });
  });

  function deepOr(depth: number): Record<string, unknown> {
    return depth === 0 ? { color: "red" } : { or: [deepOr(depth - 1)] };
  }
});

describe("names on a strict type", () => {
  test.each<[string, Partial<ListQuery>, string, RegExp]>([
    ["criteria", { criteria: { colr: "red" } }, "criteria.colr", /no property colr. Did you mean color\?/],
    ["criteria within or", { criteria: { or: [{ prise: 1 }] } }, "criteria.or.0.prise", /Did you mean price\?/],
    ["a system field", { criteria: { createOn: "x" } }, "criteria.createOn", /Did you mean createdOn\?/],
    ["nothing near", { criteria: { zzzzzzzz: 1 } }, "criteria.zzzzzzzz", /Use one of id, entityType, typePath/],
    ["order", { order: { orderField: "pric" } }, "order.orderField", /Did you mean price\?/],
    ["fields", { fields: ["name", "colour"] }, "fields", /Did you mean color\?/],
    ["very long", { criteria: { ["x".repeat(100_000)]: 1 } }, `criteria.${"x".repeat(100_000)}`, /x{80}…/],
    ["a type", { criteria: { typePath: "item:product", fitt: "x" } }, "criteria.fitt", /item:product .* mean fit\?/],
  ])("%s", async (_name, query, pointer, detail) => {
    expect(await errorIn(strict, query)).toEqual({ pointer, detail: expect.stringMatching(detail) });
  });

  test("properties of subtypes may be used on the root type", async () => {
    const { results } = await listParsed(database.db, strict, { limit: 1, criteria: { fit: null } });

    expect(results).toHaveLength(1);
  });

  test("an open root type with a strict subtype in the criteria is strict", async () => {
    const types = buildTypes({ "item:product": [property("fit", "string")] }, { mode: "strict" });
    const context = { ...open, types };
    const criteria = { unheard: "x" };

    const { results } = await listParsed(database.db, context, { limit: 1, criteria });
    const error = await errorIn(context, { criteria: { ...criteria, typePath: "item:product" } });

    expect(results).toEqual([]);
    expect(error.pointer).toBe("criteria.unheard");
  });
});

describe("other rejected parameters", () => {
  test.each<[string, Partial<ListQuery>, string, RegExp]>([
    [
      "an order of a list",
      { order: { orderField: "tags" } },
      "order.orderField",
      /by tags.*Order by name or createdOn/,
    ],
    ["an order of long text", { order: { orderField: "notes" } }, "order.orderField", /by notes/],
    ["an order by no name", { order: { orderField: 1 } }, "order.orderField", /the name of a field/],
    ["a direction", { order: { orderField: "name", order: "up" } }, "order.order", /asc or desc/],
    ["a direction that is not a text", { order: { order: 1 } }, "order.order", /asc or desc/],
    ["an order of several by no name", { order: [{}, { orderField: 1 }] }, "order.1.orderField", /the name of a field/],
    ["a direction of several", { order: [{ order: "up" }] }, "order.0.order", /asc or desc/],
    ["no order at all", { order: [] }, "order", /1 to 3 fields/],
    ["an order that is not an object", { order: [{}, "name"] }, "order.1", /a list of objects/],
    [
      "too many orders",
      { order: ["name", "color", "price", "size"].map((orderField) => ({ orderField })) },
      "order",
      /1 to 3 fields/,
    ],
    [
      "an order by one field twice",
      { order: [{ orderField: "name" }, { orderField: "name", order: "desc" }] },
      "order.1.orderField",
      /names name twice/,
    ],
    ["an order of several by a list", { order: [{}, { orderField: "tags" }] }, "order.1.orderField", /by tags/],
    ["a member of order", { order: { field: "name" } }, "order.field", /no member field. Did you mean orderField\?/],
    [
      "a relation",
      { relations: ["itemFamly"] },
      "relations",
      /Did you mean itemFamily\?.*createdBy, updatedBy, itemFamily/,
    ],
    ["a relation of every object", { relations: ["constructor"] }, "relations", /no relation constructor/],
    ["too many words", { q: "a ".repeat(11) }, "q", /up to 10 words/],
    ["very long words", { q: "a".repeat(1001) }, "q", /1000 characters/],
    ["NUL in the search text", { q: "a\0" }, "q", /NUL/],
    ["NUL in fields", { fields: ["\0"] }, "fields", /NUL/],
  ])("%s", async (_name, query, pointer, detail) => {
    expect(await errorIn(open, query)).toEqual({ pointer, detail: expect.stringMatching(detail) });
  });
});

describe("a page key", () => {
  const byName = { orderField: "name" };
  const keyOf = async (query: Partial<ListQuery>) => {
    const { nextPageKey } = await listParsed(database.db, open, { ...query, limit: 1 });
    return nextPageKey ?? "";
  };

  test.each<[string, Partial<ListQuery>, Partial<ListQuery>, Partial<ListContext>]>([
    ["other criteria", { criteria: { version: 1 } }, { criteria: { version: [1] } }, {}],
    ["another order", { order: byName }, { order: { orderField: "version" } }, {}],
    ["another direction", { order: byName }, { order: { ...byName, order: "desc" } }, {}],
    ["a further order", { order: byName }, { order: [byName, { orderField: "version" }] }, {}],
    ["another further order", { order: [byName, { orderField: "id", order: "desc" }] }, { order: byName }, {}],
    [
      "another direction of a further order",
      { order: [byName, { orderField: "version" }] },
      { order: [byName, { orderField: "version", order: "desc" }] },
      {},
    ],
    ["other words", { q: "" }, { q: "o" }, {}],
    ["another type", {}, {}, { entityType: "color" }],
  ])("is rejected for %s", async (_name, query, other, context) => {
    const nextPageKey = await keyOf(query);
    const error = await errorIn({ ...open, ...context }, { ...other, nextPageKey });

    expect(error).toEqual({ pointer: "nextPageKey", detail: expect.stringMatching(/belongs to a list with another/) });
  });

  test("is valid for the same parameters in another notation, and for another limit", async () => {
    const nextPageKey = await keyOf({ criteria: { version: 1, name: { exists: true, ne: "x" } }, order: {} });
    const criteria = { name: { ne: "x", exists: true }, version: 1 };
    const order = { order: "ASC", orderField: "id" };

    const page = await listParsed(database.db, open, { criteria, order, limit: 5, nextPageKey });

    expect(page.results.map(({ name }) => name)).toEqual(["two", "three"]);
  });

  const forged = async (query: Partial<ListQuery>, ...rest: unknown[]) => {
    const [binding] = JSON.parse(Buffer.from(await keyOf(query), "base64url").toString());
    return Buffer.from(JSON.stringify([binding, ...rest])).toString("base64url");
  };

  test.each([
    "x",
    "",
    "e30",
    "W10",
    "bnVsbA",
    "%%%",
    "a".repeat(5000),
    Buffer.from('["\\u0000"]').toString("base64url"),
  ])("is rejected as invalid: %j", async (nextPageKey) => {
    expect((await errorIn(open, { nextPageKey })).pointer).toBe("nextPageKey");
  });

  test("is valid for one order in a list of orders", async () => {
    const nextPageKey = await keyOf({ order: byName });

    const page = await listParsed(database.db, open, { order: [byName, { orderField: "id" }], limit: 5, nextPageKey });

    expect(page.results.map(({ name }) => name)).toEqual(["three", "two"]);
  });

  test.each<[unknown[]]>([
    [["abc", "a", "NaN"]],
    [["abc", null, 1]],
    [["abc", "a", "1", "more"]],
    [["abc", "a\0", "1"]],
  ])("forged for several orders is rejected: %j", async (rest) => {
    const query = { order: [byName, { orderField: "version" }] };

    const error = await errorIn(open, { ...query, nextPageKey: await forged(query, ...rest) });

    expect(error.pointer).toBe("nextPageKey");
  });

  test.each<[string, unknown[]]>([
    ["id", []],
    ["id", [1]],
    ["id", ["' or 1=1"]],
    ["id", ["abc", "a value where there is none"]],
    ["name", ["abc", "a\0"]],
    ["name", ["abc", "\ud800"]],
    ["name", ["abc", "a", "more"]],
    ["version", ["abc", "NaN"]],
    ["version", ["abc", "1e999999"]],
    ["createdOn", ["abc", "2026-02-31T00:00:00.000Z"]],
    ["createdOn", ["abc", "0000-01-01T00:00:00.000Z"]],
    ["size", ["abc", "99999999999"]],
    ["free", ["abc", "[1]"]],
    ["free", ["abc", "1e999999"]],
    ["free", ["abc", '"\\u0000"']],
    ["free", ["abc", "no json"]],
  ])("forged for an order by %s is rejected: %j", async (orderField, rest) => {
    const query = { order: { orderField } };

    expect((await errorIn(open, { ...query, nextPageKey: await forged(query, ...rest) })).pointer).toBe("nextPageKey");
  });
});
