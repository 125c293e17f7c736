import { expect, test } from "vitest";
import { readableColumns } from "./column-target.ts";
import { propertyCatalog } from "./property-catalog.ts";
import { someTypes } from "./testing/some-types.ts";

test("a mapped and removed column is read by its new name, a kept one by both", () => {
  const headers = ["Style", "Retail price", "Note"];
  const file = { headers, catalog: propertyCatalog(someTypes, ["ITEM"], "item:product") };

  expect(
    readableColumns({ federatedMappings: { name: "Style" }, propertiesToRemove: ["Style", "Note"] }, file),
  ).toEqual(["name", "Retail price", "retailPrice"]);
});
