import { expect, test } from "vitest";
import { groupProperties, seenProperty } from "./entity-property.ts";

const said = { declaredBy: "item", isBuiltIn: false } as const;
const described = [
  { ...seenProperty("price", 1), ...said, level: "family" as const },
  { ...seenProperty("ean", ""), ...said, level: "option" as const },
  { ...seenProperty("color", ""), ...said, propertyType: "object_reference" as const, referenceType: "color" },
];
const frame = { entityType: "item", typePath: "item", createdOn: "", updatedOn: "", version: 1, name: "Parka" };

function shown(entity: Parameters<typeof groupProperties>[0]) {
  return groupProperties(entity, described).map(({ name, properties }) => [name, properties.map(({ slug }) => slug)]);
}

test("an option shows the values of its style separately", () => {
  expect(shown({ ...frame, id: "a", itemFamilyId: "b" })).toEqual([
    ["own", ["ean"]],
    ["family", ["price"]],
    ["references", ["color"]],
    ["seen", ["itemFamilyId"]],
  ]);
});

test("a style shows no option properties", () => {
  expect(shown({ ...frame, id: "a" })).toEqual([
    ["own", ["price"]],
    ["references", ["color"]],
  ]);
});
