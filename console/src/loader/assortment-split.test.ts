import { expect, test } from "vitest";
import { assignValue, splitOn } from "./assortment-split.ts";

test("a split has an entry for each value, and keeps existing entries", () => {
  const first = splitOn({ loadType: ["ITEM", "ASSORTMENT"] }, "Line", ["core", "", "core", "fashion"]);
  const assigned =
    first.assortmentSplit === undefined
      ? first
      : { ...first, assortmentSplit: assignValue(first.assortmentSplit, "core", "core-26") };

  expect(splitOn(assigned, "Line", ["core", "online"]).assortmentSplit).toEqual({
    fieldToSplitOn: "Line",
    values: [{ value: "core", assortmentIdentifier: "core-26" }, { value: "online" }],
  });
});

test("a value without an assortment takes it from the row", () => {
  const split = { fieldToSplitOn: "Line", values: [{ value: "core", assortmentIdentifier: "core-26" }] };

  expect(assignValue(split, "core", undefined).values).toEqual([{ value: "core" }]);
});
