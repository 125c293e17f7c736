import { expect, test } from "vitest";
import { seenProperty } from "../../entity-property.ts";
import { columnsOfType, type GridColumn } from "../grid-column.ts";
import { cardPartsOf, dotsOf } from "./card-parts.ts";

const system = columnsOfType([], "item");
const named = (field: string, more: Partial<GridColumn["property"]> = {}): GridColumn => ({
  ...{ field, label: field, source: "described", isSearchable: false, comparedAs: "string" },
  property: { ...seenProperty(field, ""), ...more },
});
const all = [
  ...system,
  ...["category", "price", "fit", "note"].map((field) => named(field)),
  named("picture", { propertyType: "image" }),
  named("shade", { propertyType: "object_reference", referenceType: "color" }),
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

test("the options of a style are dots in their color, the first ones of them", () => {
  const options = Array.from({ length: 9 }, (_, place) => ({
    id: `o${place}`,
    ...(place === 0 ? { federatedId: "C-0" } : { optionName: `Shade ${place}`, shade: `c${place}` }),
  }));
  const { colorField } = cardPartsOf({ types: [], typePath: "item", all, visible: system });

  const { dots, count } = dotsOf({ ...row, nested: { options, optionCount: 12 } }, colorField);

  expect(count).toBe(12);
  expect(dots).toHaveLength(7);
  expect(dots.slice(0, 2)).toEqual([
    { id: "o0", name: "C-0", colorId: undefined },
    { id: "o1", name: "Shade 1", colorId: "c1" },
  ]);
  expect(dotsOf(row, colorField)).toEqual({ dots: [], count: 0 });
});
