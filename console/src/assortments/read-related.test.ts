import { expect, test } from "vitest";
import { readRelated, readSummary } from "./read-related.ts";

test.each([
  [
    { id: "1", name: "Parka", optionName: "Red", identifier: "p" },
    { id: "1", name: "Parka", optionName: "Red", identifier: "p" },
  ],
  [
    { id: "1", identifier: "p" },
    { id: "1", name: "p", identifier: "p" },
  ],
  [
    { id: "1", federatedId: "F" },
    { id: "1", name: "F", federatedId: "F" },
  ],
  [
    { id: "1", name: null },
    { id: "1", name: "1" },
  ],
])("%j is read as %j", (value, related) => {
  expect(readRelated(value)).toMatchObject(related);
});

test.each([undefined, null, "1", [], {}, { id: 1 }])("%j is not a relation", (value) => {
  expect(readRelated(value)).toBeUndefined();
});

test("a summary exists once something was published", () => {
  const summary = { itemCount: 3, familyCount: 1, optionCount: 2, updatedOn: "2026-03-01T00:00:00.000Z" };

  expect(readSummary(summary)).toEqual(summary);
  expect(readSummary(undefined)).toBeUndefined();
  expect(readSummary({ itemCount: 3 })).toBeUndefined();
});
