import { expect, test } from "vitest";
import { seenProperty } from "../../entity-property.ts";
import { columnsOfType, type GridColumn } from "../grid-column.ts";
import { cardPartsOf } from "./card-parts.ts";

const system = columnsOfType([], "item");
const named = (field: string, more: Partial<GridColumn["property"]> = {}): GridColumn => ({
  ...{ field, label: field, source: "described", isSearchable: false, comparedAs: "string" },
  property: { ...seenProperty(field, ""), ...more },
});
const all = [
  ...system,
  ...["category", "price", "fit", "note"].map((field) => named(field)),
  named("picture", { propertyType: "image" }),
];
const row = {
  ...{ id: "a", entityType: "item", typePath: "item:coat:long", createdOn: "", updatedOn: "", version: 1 },
};
const typed = (typePath: string, effectivePresentation: object) => ({ typePath, effectivePresentation });

test.each([
  [
    "the key facts of the nearest type",
    [typed("item:coat", { keyFacts: ["name", "fit", "gone", "price", "note", "id"] })],
    ["fit", "price", "note"],
  ],
  ["the visible columns without key facts", [typed("item:coat", {})], ["category", "price"]],
  ["the visible columns without types", [], ["category", "price"]],
])("facts are %s", (_name, types, fields) => {
  const visible = all.filter(({ field }) => ["name", "typePath", "category", "picture", "price"].includes(field));

  const { factsOf } = cardPartsOf({ types, typePath: "item:coat", all, visible });

  expect(factsOf(row).map(({ field }) => field)).toEqual(fields);
});

test.each([
  [[], 1],
  [[typed("item:coat", { pictureRatio: "4:5" })], 0.8],
  [[typed("item", { pictureRatio: "4:3" })], 4 / 3],
])("the ratio of pictures for %j is %d", (types, ratio) => {
  expect(cardPartsOf({ types, typePath: "item:coat", all, visible: system }).ratio).toBe(ratio);
});
