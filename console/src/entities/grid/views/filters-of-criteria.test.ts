import { expect, test } from "vitest";
import { filtersOfCriteria } from "./filters-of-criteria.ts";

test.each([
  [{}, []],
  [{ color: "olive" }, [["color", "is", "olive"]]],
  [
    { isActive: true, note: null },
    [
      ["isActive", "is", "true"],
      ["note", "empty"],
    ],
  ],
  [
    { price: { gte: 10, lt: 20 } },
    [
      ["price", "gte", "10"],
      ["price", "lt", "20"],
    ],
  ],
  [{ season: { in: ["SS27", "AW27"] } }, [["season", "in", "SS27", "AW27"]]],
  [
    { name: { matches: "coat" }, note: { exists: false } },
    [
      ["name", "contains", "coat"],
      ["note", "empty"],
    ],
  ],
  [{ "itemFamily.price": { exists: true } }, [["itemFamily.price", "filled"]]],
])("criteria %j are filters", (criteria, filters) => {
  expect(filtersOfCriteria(criteria)).toEqual(filters);
});

test.each([
  [{ or: [{ color: "olive" }] }],
  [{ and: [] }],
  [{ tags: { contains: ["a", "b"] } }],
  [{ tags: ["a", "b"] }],
  [{ size: { gt: { width: 1 } } }],
])("criteria %j are more than filters can express", (criteria) => {
  expect(filtersOfCriteria(criteria)).toBeUndefined();
});
