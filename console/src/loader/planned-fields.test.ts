import { expect, test } from "vitest";
import { plannedFields, wholeLines } from "./planned-fields.ts";

const lines = [
  {
    rowNumber: 2,
    entityType: "item",
    federatedId: "P1",
    action: "create",
    changes: { name: [null, "Parka"], note: [null, ""] },
  },
  {
    rowNumber: 3,
    entityType: "item",
    entityId: "x",
    federatedId: "P2",
    action: "update",
    changes: { a: [1, 2], b: ["x", null] },
  },
  {
    rowNumber: 0,
    entityType: "assortment-item",
    federatedId: null,
    action: "delete",
    changes: { itemId: ["y", null] },
  },
].map((line) => JSON.stringify(line));

test("a plan is listed field by field, and each entity is named once", () => {
  expect(
    plannedFields(lines).map(({ isFirst, slug, oldValue, newValue }) => [isFirst, slug, oldValue, newValue]),
  ).toEqual([
    [true, "name", null, "Parka"],
    [true, "a", 1, 2],
    [false, "b", "x", null],
    [true, undefined, undefined, undefined],
  ]);
});

test("an incomplete line is skipped", () => {
  expect(wholeLines("a\nb\nc", false)).toEqual(["a", "b"]);
  expect(wholeLines("a\nb\n", true)).toEqual(["a", "b"]);
});
