import { expect, test } from "vitest";
import { seenProperty } from "../entity-property.ts";
import { compareRows } from "./compare-rows.ts";

const frame = { entityType: "item", typePath: "item", createdOn: "", updatedOn: "", version: 1 };
const price = { ...seenProperty("price", 1), label: "Price", declaredBy: "item" };

test("rows are the common fields, then defined properties, then undefined ones", () => {
  const rows = compareRows(
    [
      { ...frame, id: "a", name: "Parka", price: 1 },
      { ...frame, id: "b", name: "Parka", price: 2, extra: true },
    ],
    [price],
  );

  expect(rows.map(({ property, isSame }) => [property.slug, isSame])).toEqual([
    ["name", true],
    ["typePath", true],
    ["federatedId", true],
    ["price", false],
    ["extra", false],
  ]);
  expect(rows[3]?.values).toEqual([1, 2]);
});
