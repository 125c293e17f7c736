import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { ListContext } from "./list-entities.ts";
import { buildCaller, buildTypes, property, walkPages } from "./testing/list-world.ts";

const count = 24_000;
const limit = 400;
const types = buildTypes({ item: [property("price", "number", { searchable: true })] });
const context: ListContext = { caller: buildCaller("many"), types, entityType: "item" };

let database: TestDatabase;

/**
 * Each read strategy has conditions here that only it can satisfy: they differ in how many entities match, and where.
 */
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(sql`
    insert into entities (org_id, entity_type, id, type_path, name, properties)
    select 'many', 'item', 'M' || to_char(n, 'FM000000000000000'), 'item', n::text, jsonb_build_object(
      'half', n % 2, 'fifteenth', n % 15, 'hundredth', n % 100, 'isLate', n > 22500, 'price', ${count}::integer - n)
    from generate_series(1, ${count}::integer) n
    -- Not stored in the order of the list.
    order by n desc`);
  await database.db.query(sql`analyze entities`);
});

afterAll(() => database.drop());

const numbers = Array.from({ length: count }, (_, index) => index + 1);

test.each<[string, Record<string, unknown>, (number: number) => boolean]>([
  ["every second", { half: 1 }, (number) => number % 2 === 1],
  [
    "one in fifteen, which are more than an index should find and fewer than the first rows hold,",
    { fifteenth: 4 },
    (number) => number % 15 === 4,
  ],
  ["few", { hundredth: 7 }, (number) => number % 100 === 7],
  ["many, all of them late,", { isLate: true }, (number) => number > 22_500],
  ["none", { half: 3 }, () => false],
])("entities that %s have are found page by page, by id and by an indexed value", async (_, criteria, isFound) => {
  const expected = numbers.filter(isFound).map(String);

  const byId = await walkPages(database.db, context, { criteria, limit, includeTotal: true });
  const byPrice = await walkPages(database.db, context, {
    criteria,
    limit,
    order: { orderField: "price", order: "DESC" },
  });

  const namesIn = (pages: typeof byId) => pages.flatMap(({ results }) => results.map(({ name }) => name));
  expect(namesIn(byId)).toEqual(expected);
  expect(namesIn(byPrice)).toEqual(expected);
  expect(byId.map(({ total }) => total)).toEqual(byId.map(() => expected.length));
});
