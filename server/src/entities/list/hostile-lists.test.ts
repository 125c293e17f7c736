import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { Problem } from "../../platform/problem.ts";
import { junkValue } from "../../testing/arbitrary-value.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { ListContext, ListQuery } from "./list-entities.ts";
import { listParsed } from "./testing/list-parsed.ts";
import { buildCaller, buildTypes, everyKind, insertEntities, listNames, sizes } from "./testing/list-world.ts";

let database: TestDatabase;

const context: ListContext = {
  caller: buildCaller("org1"),
  types: buildTypes({ item: everyKind }, { options: { sizes, tags: ["new"] } }),
  entityType: "item",
};

const hostile = [
  "'; drop table entities; --",
  "$1",
  "a'::text) or true --",
  "%",
  "_",
  "\\",
  '"',
  "{}",
  "a\u0001b",
  "\u2028",
  "😀",
  "constructor",
  "hasOwnProperty",
  "toString",
  "null",
  "NaN",
  "x".repeat(10_000),
];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertEntities(
    database.db,
    "org1",
    hostile.map((text) => ({ name: text, properties: { [text]: text, color: text } })),
  );
  await insertEntities(database.db, "org2", [{ name: "foreign" }]);
});

afterAll(() => database.drop());

test.each(hostile.map((text) => [text.slice(0, 40), text]))(
  "%s is treated as a plain name and value",
  async (_title, text) => {
    const listed = (criteria: Record<string, unknown>) => listNames(database.db, context, { criteria });

    const found = await Promise.all([
      listed({ [text]: text }),
      listed({ color: text }),
      listed({ [text]: [text, "other"] }),
      listed({ [text]: { gte: text } }),
      listed({ [text]: { startsWith: text } }),
      listed({ [text]: { exists: true } }),
      listed({ name: text }),
    ]);
    const ordered = await listNames(database.db, context, { order: { orderField: text } });
    const others = await listed({ [text]: { ne: text } });

    expect(found).toEqual(found.map(() => [text]));
    expect(ordered).toHaveLength(hostile.length);
    expect(ordered[0]).toBe(text);
    expect(others).toHaveLength(hostile.length - 1);
  },
);

test("any request returns a list or an error with its pointer, and only entities of its org", async () => {
  const name = fc.oneof(
    fc.constantFrom("color", "price", "tags", "details", "createdOn", "size", "and", "or", "role", ...hostile),
    fc.string(),
  );
  const operator = fc.constantFrom("gt", "lte", "ne", "in", "nin", "contains", "startsWith", "exists");
  const input = fc.oneof(
    junkValue(),
    fc.dictionary(operator, junkValue(), { maxKeys: 2 }),
    fc.array(junkValue(), { maxLength: 3 }),
    fc.tuple(junkValue(), junkValue()).map(([low, high]) => `BETWEEN ${asWord(low)} and ${asWord(high)}`),
  );
  const criteria = fc.dictionary(name, input, { maxKeys: 3 });
  const order = fc.record(
    { orderField: fc.oneof(name, junkValue()), order: fc.constantFrom("asc", "desc") },
    { requiredKeys: [] },
  );
  const query = fc.record(
    {
      criteria: fc.oneof(
        criteria,
        fc.array(criteria, { maxLength: 2 }).map((or) => ({ or })),
        fc.array(criteria, { maxLength: 2 }).map((and) => ({ and })),
      ),
      order: fc.oneof(order, fc.array(fc.oneof({ weight: 5, arbitrary: order }, junkValue()), { maxLength: 3 })),
      q: fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...hostile)),
      fields: fc.array(fc.string(), { maxLength: 2 }),
      relations: fc.array(fc.string(), { maxLength: 1 }),
      nextPageKey: fc.string(),
    },
    { requiredKeys: [] },
  );

  await fc.assert(
    fc.asyncProperty(query, async (drawn) => {
      const answer = await answered({ limit: 5, includeTotal: true, ...drawn });

      expect(answer).not.toContain("foreign");
    }),
    { numRuns: 1_500 },
  );
  const [row] = await database.db.query<{ count: number }>(sql`select count(*) as count from entities`);
  expect(row?.count).toBe(hostile.length + 1);
}, 120_000);

/** A generated object may have its own `toString` that is not a function. */
function asWord(drawn: unknown): string {
  return typeof drawn === "string" ? drawn : JSON.stringify(drawn);
}

async function answered(query: ListQuery): Promise<unknown[]> {
  try {
    const { results } = await listParsed(database.db, context, query);
    return results.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Problem) {
      return [];
    }
    throw error;
  }
}
