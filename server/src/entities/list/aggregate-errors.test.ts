import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Problem } from "../../platform/problem.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { AggregateQuery } from "./aggregate-entities.ts";
import type { ListContext } from "./list-entities.ts";
import { aggregateParsed } from "./testing/aggregate-parsed.ts";
import { buildCaller, buildTypes, errorOf, everyKind, insertEntities, property, sizes } from "./testing/list-world.ts";

let database: TestDatabase;

const options = { options: { sizes, tags: ["new"] } };
const context: ListContext = {
  caller: buildCaller("org1"),
  types: buildTypes({ item: everyKind }, options),
  entityType: "item",
};
const strict: ListContext = {
  ...context,
  types: buildTypes({ item: [property("season", "string"), property("price", "number")] }, { mode: "strict" }),
};
const hostile = [
  "'; drop table entities; --",
  "$1",
  "%",
  "\\",
  '"',
  "😀",
  "constructor",
  "__proto__",
  "NaN",
  "x".repeat(2_000),
];

beforeAll(async () => {
  database = await createTestDatabase();
  const junk = {
    price: "text",
    launch: 7,
    isActive: "yes",
    tags: "new",
    size: ["a"],
    reviewedOn: "20xx-yy-zz",
    total: {},
  };
  await insertEntities(database.db, "org1", [
    ...hostile.map((text) => ({ name: text, properties: { [text]: text, color: text, free: text, details: [text] } })),
    { name: "junk", properties: { ...junk, color: { a: 1 }, notes: null, free: null } },
    { name: "large", properties: { price: 1e308, free: 1e308, total: -1e-300, color: "x".repeat(100_000) } },
  ]);
  await insertEntities(database.db, "org2", [{ name: "foreign", properties: { color: "foreign", free: "foreign" } }]);
});

afterAll(() => database.drop());

describe("parameters that cannot be used are rejected", () => {
  test.each<[Partial<AggregateQuery>, string, RegExp]>([
    [{ groupBy: ["color", "size", "price"] }, "groupBy", /^groupBy can have up to 2 fields, but has 3\.$/],
    [{ groupBy: ["price", "price:50"] }, "groupBy", /^groupBy has price twice\. Remove one\.$/],
    [{ groupBy: [":50"] }, "groupBy", /^groupBy has an entry without a field\.$/],
    [
      { groupBy: ["details"] },
      "groupBy",
      /^Entities cannot be grouped by details: its values are objects\. Group by a text/,
    ],
    [{ groupBy: ["sizeRange"] }, "groupBy", /cannot be grouped by sizeRange/],
    [{ groupBy: ["price:0"] }, "groupBy", /must be a positive number .* such as price:50, not 0\.$/],
    [{ groupBy: ["price:-5"] }, "groupBy", /must be a positive number/],
    [{ groupBy: ["price:1e9"] }, "groupBy", /must be a positive number/],
    [{ groupBy: ["price:month"] }, "groupBy", /must be a positive number/],
    [{ groupBy: ["launch:mnth"] }, "groupBy", /^launch cannot be grouped by mnth\. Did you mean month\?/],
    [
      { groupBy: ["launch:50"] },
      "groupBy",
      /^launch cannot be grouped by 50\. Use one of year, quarter, month, day\.$/,
    ],
    [{ groupBy: ["color:50"] }, "groupBy", /^color has no steps: only numbers \(price:50\) and dates .* Remove :50\.$/],
    [{ metrics: ["summ:price"] }, "metrics", /^There is no metric summ\. Did you mean sum\?/],
    [{ metrics: ["sum"] }, "metrics", /^sum needs a field: write sum:price, for example\.$/],
    [{ metrics: ["sum:"] }, "metrics", /^metrics has an entry without a field\.$/],
    [{ metrics: ["sum:color"] }, "metrics", /^sum needs a number, and color is not one\. Use count:color/],
    [{ metrics: ["max:color"] }, "metrics", /^max needs a number or a date, and color is not one/],
    [
      { metrics: ["avg:launch"] },
      "metrics",
      /^avg needs a number, and launch is a date\. Use min:launch, max:launch or/,
    ],
    [{ metrics: Array.from({ length: 11 }, (_, n) => `sum:p${n}`) }, "metrics", /up to 10 entries, but has 11/],
    [
      { order: { orderField: "size" } },
      "order.orderField",
      /^Groups can be ordered by count, .* not by size\. Use count/,
    ],
    [{ groupBy: ["size"], order: { orderField: "siez" } }, "order.orderField", /Did you mean size\?/],
    [{ order: { orderField: "count", order: "up" } }, "order.order", /asc or desc/],
    [{ criteria: { price: "a" } }, "criteria.price", /number/],
    [{ criteria: { typePath: "color:x" } }, "criteria.typePath", /starts with item/],
    [{ q: "x".repeat(1_001) }, "q", /characters/],
  ])("%j", async (query, pointer, detail) => {
    expect(await errorOf(aggregateParsed(database.db, context, query))).toEqual({
      pointer,
      detail: expect.stringMatching(detail),
    });
  });

  test.each<[Partial<AggregateQuery>, string]>([
    [{ groupBy: ["seasom"] }, "groupBy"],
    [{ metrics: ["sum:pricee"] }, "metrics"],
  ])("an unknown property of a strict type, with the closest name: %j", async (query, pointer) => {
    expect(await errorOf(aggregateParsed(database.db, strict, query))).toEqual({
      pointer,
      detail: expect.stringMatching(/^The strict type item has no property .* Did you mean (season|price)\?/),
    });
  });
});

test("any request returns groups or an error with its pointer, and nothing of another org", async () => {
  const name = fc.oneof(
    fc.constantFrom(...everyKind.map(({ slug }) => slug), "createdOn", "version", "typePath", "name", "free", "role"),
    fc.constantFrom(...hostile),
    fc.string({ unit: "binary" }),
  );
  const step = fc.oneof(fc.constantFrom("", ":50", ":0.000001", ":month", ":quarter", ":day", ":"), fc.string());
  const metric = fc.oneof(fc.constantFrom("count:", "sum:", "avg:", "min:", "max:"), fc.string());
  const query = fc.record(
    {
      groupBy: fc.array(
        fc.tuple(name, step).map(([field, ending]) => field + ending),
        { maxLength: 2 },
      ),
      metrics: fc.array(
        fc.tuple(metric, name).map(([asked, field]) => asked + field),
        { maxLength: 3 },
      ),
      order: fc.record({ orderField: fc.oneof(name, fc.constant("count")) }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );

  await fc.assert(
    fc.asyncProperty(query, async (drawn) => {
      const answer = await aggregateParsed(database.db, context, drawn).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Problem);
        return error instanceof Problem && error.status === 400 ? undefined : error;
      });

      expect(JSON.stringify(answer) ?? "").not.toContain("foreign");
    }),
    { numRuns: 600 },
  );
}, 120_000);

test.each(hostile.map((text) => [text.slice(0, 40), text]))(
  "%s is treated as a plain name and value",
  async (_title, text) => {
    const groupBy = text.includes(",") ? [] : [text];

    const { results } = await aggregateParsed(database.db, context, { groupBy, order: { orderField: text } });

    expect(results[0]).toEqual({ group: { [text]: { value: text.slice(0, 400) } }, count: 1, metrics: {} });
  },
);
