import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldScopeOf } from "../../lists/field-scope.ts";
import { readCriteria } from "../../lists/read-criteria.ts";
import { sql } from "../../platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { readSearch } from "../search/search.ts";
import { withoutTerms } from "../search/terms-store.ts";
import { countRows } from "./entity-list-store.ts";
import type { ListContext } from "./list-entities.ts";
import { entitiesWithoutIds, someCriteria, someOrder, someProperties, withIds } from "./testing/arbitrary-list.ts";
import { modelList } from "./testing/list-model.ts";
import { listParsed } from "./testing/list-parsed.ts";
import {
  buildCaller,
  buildTypes,
  everyKind,
  insertEntities,
  listNames,
  property,
  sizes,
  walkPages,
} from "./testing/list-world.ts";
import { filterSql } from "./where-sql-store.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const options = { options: { sizes, tags: ["new", "sale", "eco"] } };

function contextOf(orgId: string, properties = everyKind): ListContext {
  return { caller: buildCaller(orgId), types: buildTypes({ item: properties }, options), entityType: "item" };
}

test("the pages together are the list, for any data and query", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        drawn: entitiesWithoutIds,
        criteria: someCriteria,
        order: someOrder,
        properties: someProperties,
        limit: fc.integer({ min: 1, max: 8 }),
      }),
      async ({ drawn, criteria, order, properties, limit }) => {
        const orgId = `random${runs++}`;
        const entities = withIds(drawn, "A");
        await insertEntities(database.db, orgId, entities);
        const query = { criteria, order, limit, includeTotal: true };

        const pages = await walkPages(database.db, contextOf(orgId, properties), query);

        const expected = modelList(entities, criteria, order);
        expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(expected);
        expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]));
        expect(await countBoth(contextOf(orgId, properties), criteria)).toEqual([expected.length, expected.length]);
      },
    ),
    { numRuns: 250 },
  );
}, 120_000);

/** The rows that both forms of the filter find, without the shortcuts of a list. */
async function countBoth({ caller, types, entityType }: ListContext, criteria: Record<string, unknown>) {
  const scope = fieldScopeOf(types, caller, entityType, criteria);
  const { rights } = scope;
  const condition = readCriteria(criteria, scope);
  const parts = {
    rights,
    condition,
    search: readSearch("", scope),
    terms: withoutTerms,
    orderFields: [],
  };
  const { walk, find } = filterSql(parts, caller.org.id, entityType);
  return Promise.all([walk, find].map((where) => countRows(database.db, { orgId: caller.org.id, entityType, where })));
}

describe("order", () => {
  const orgId = "ordered";
  const stored = [
    { name: "b", properties: { price: 10, size: "large", color: "B" } },
    { name: "a", properties: { price: 9, size: "small", color: "a" } },
    { name: "none", properties: {} },
    { name: "c", properties: { price: 9, size: "gone", color: "Ä" } },
    { name: "odd", properties: { price: "no number", size: "medium", color: "a" } },
  ];

  beforeAll(async () => {
    await insertEntities(database.db, orgId, stored);
  });

  test.each<[string, string, string[]]>([
    ["id", "asc", ["b", "a", "none", "c", "odd"]],
    ["id", "desc", ["odd", "c", "none", "a", "b"]],
    ["name", "asc", ["a", "b", "c", "none", "odd"]],
    // Ties by id in the same direction. Entities without a number, or with a removed option, come last in both
    // directions.
    ["price", "asc", ["a", "c", "b", "none", "odd"]],
    ["price", "desc", ["b", "c", "a", "odd", "none"]],
    ["size", "asc", ["a", "odd", "b", "none", "c"]],
    ["size", "desc", ["b", "odd", "a", "c", "none"]],
    ["color", "asc", ["b", "a", "odd", "c", "none"]],
    ["color", "desc", ["c", "odd", "a", "b", "none"]],
    ["nowhere", "DESC", ["odd", "c", "none", "a", "b"]],
  ])("by %s %s", async (orderField, order, expected) => {
    const context = contextOf(orgId);
    const query = { order: { orderField, order } };

    const whole = await listNames(database.db, context, query);
    const pages = await walkPages(database.db, context, { ...query, limit: 2 });

    expect(whole).toEqual(expected);
    expect(pages.flatMap(({ results }) => results.map(({ name }) => name))).toEqual(expected);
  });

  test.each<[object[], string[]]>([
    [
      [{ orderField: "color" }, { orderField: "price" }],
      ["b", "a", "odd", "c", "none"],
    ],
    [
      [{ orderField: "color" }, { orderField: "price", order: "desc" }],
      ["b", "a", "odd", "c", "none"],
    ],
    [
      [{ orderField: "price" }, { orderField: "color", order: "desc" }],
      ["c", "a", "b", "odd", "none"],
    ],
    [
      [{ orderField: "price" }, { orderField: "size" }, { orderField: "name" }],
      ["a", "c", "b", "odd", "none"],
    ],
    [
      [{ orderField: "nowhere" }, { orderField: "name", order: "desc" }],
      ["odd", "none", "c", "b", "a"],
    ],
    [
      [{ orderField: "price" }, { orderField: "id", order: "desc" }, { orderField: "name" }],
      ["c", "a", "b", "odd", "none"],
    ],
  ])("by several fields: %j", async (order, expected) => {
    for (const searchable of [false, true]) {
      const properties = everyKind.map((property) => ({ ...property, searchable }));
      const context = contextOf(orgId, properties);

      const whole = await listNames(database.db, context, { order });
      const pages = await walkPages(database.db, context, { order, limit: 1 });

      expect(whole).toEqual(expected);
      expect(pages.flatMap(({ results }) => results.map(({ name }) => name))).toEqual(expected);
    }
  });

  test("values longer than a page key are ordered by their prefix, and none is lost", async () => {
    const texts = [..."cab"].map((letter) => `${"x".repeat(5_000)}${letter}`);
    await insertEntities(
      database.db,
      "long",
      texts.map((color) => ({ name: color.slice(-1), properties: { color } })),
    );

    const pages = await walkPages(database.db, contextOf("long"), { order: { orderField: "color" }, limit: 1 });

    expect(pages.map(({ results }) => results[0]?.["name"])).toEqual(["c", "a", "b"]);
    expect(Math.max(...pages.map(({ nextPageKey = "" }) => nextPageKey.length))).toBeLessThan(512);
  });
});

describe("during concurrent writes", () => {
  test.each(["id", "color"])("unchanged rows neither repeat nor disappear, by %s", async (orderField) => {
    const orgId = `busy-${orderField}`;
    const color = (index: number) => String(index % 7);
    const ids = await insertEntities(
      database.db,
      orgId,
      Array.from({ length: 60 }, (_, index) => ({ properties: { color: color(index) } })),
    );
    const touched = new Set(ids.filter((_, index) => index % 5 === 0));
    const context = contextOf(orgId);
    const seen: unknown[] = [];

    let nextPageKey: string | undefined;
    do {
      const page = await listParsed(database.db, context, {
        order: { orderField },
        limit: 7,
        ...(nextPageKey === undefined ? {} : { nextPageKey }),
      });
      seen.push(...page.results.map(({ id }) => id));
      nextPageKey = page.nextPageKey;
      // The row of the key is deleted, and others move or appear before it.
      const [victim] = [...touched];
      touched.delete(victim ?? "");
      await database.db.query(sql`delete from entities where org_id = ${orgId} and id = ${victim}`);
      await insertEntities(database.db, orgId, [{ id: `0${seen.length}`, properties: { color: "0" } }]);
    } while (nextPageKey !== undefined);

    const untouched = ids.filter((_, index) => index % 5 !== 0);
    expect(seen.filter((id) => untouched.includes(String(id))).sort()).toEqual(untouched);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("a key whose row is deleted is still a valid position", async () => {
    const ids = await insertEntities(database.db, "gone", [{ name: "1" }, { name: "2" }, { name: "3" }]);
    const query = { order: { orderField: "name" }, limit: 2 };
    const { nextPageKey = "" } = await listParsed(database.db, contextOf("gone"), query);
    await database.db.query(sql`delete from entities where org_id = 'gone' and id = ${ids[1]}`);

    const { results } = await listParsed(database.db, contextOf("gone"), { ...query, nextPageKey });

    expect(results.map(({ name }) => name)).toEqual(["3"]);
  });
});

describe("search words in entities whose words are not computed yet", () => {
  const properties = [
    property("style", "string", { searchable: true }),
    property("notes", "text", { searchable: true }),
    property("size", "choice", { optionSetId: "sizes", searchable: true }),
    property("secret", "string"),
    property("weight", "number", { searchable: true }),
  ];

  beforeAll(async () => {
    await insertEntities(database.db, "words", [
      { name: "Blue Shirt", federatedId: "ABC-1", properties: { style: "Slim fit", size: "large", weight: 77 } },
      { name: "Ärmel", federatedId: "abc_2", properties: { notes: "100% wool", secret: "slim" } },
      { federatedId: "C:\\x", properties: { notes: "blue\nshirt" } },
    ]);
  });

  test.each<[string, number[]]>([
    ["", [0, 1, 2]],
    ["  ", [0, 1, 2]],
    ["blue", [0, 2]],
    ["BLUE shirt", [0, 2]],
    ["shirt slim large", [0]],
    ["slim", [0]],
    ["ärm", [1]],
    ["ÄRM", [1]],
    ["%", []],
    ["_", []],
    ["\\", []],
    ["c:\\X", [2]],
    ["abc", [0, 1]],
    ["77", []],
    ["shirtABC", []],
    ["blue\tnothing", []],
    ["'; drop table entities; --", []],
  ])("%j", async (q, expected) => {
    const { results } = await listParsed(database.db, contextOf("words", properties), { q, limit: 10 });
    const all = await listParsed(database.db, contextOf("words", properties), { limit: 10 });

    expect(results).toEqual(expected.map((index) => all.results[index]));
  });
});
