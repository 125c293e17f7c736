import { expect, test } from "vitest";
import { mergeChoices, propertyChoices } from "./filter-choices.ts";

const price = { slug: "price", label: "Price", propertyType: "number", declaredBy: "item", isBuiltIn: false } as const;

test("each value is listed once, by its first label, sorted by label", () => {
  const choices = mergeChoices(
    [{ value: "b", label: "Zoe" }],
    [
      { value: "a", label: "Adam" },
      { value: "b", label: "b" },
    ],
  );

  expect(choices).toEqual([
    { value: "a", label: "Adam" },
    { value: "b", label: "Zoe" },
  ]);
});

test.each([
  [undefined, ["item", "item:product", "items"]],
  ["item", ["item", "item:product"]],
  ["item:product", ["item:product"]],
  ["color", []],
])("for %s the properties of %j are listed", (entityType, paths) => {
  const types = ["item", "item:product", "items"].map((typePath) => ({
    ...{ typePath, properties: [], inheritedProperties: [{ ...price, slug: typePath }] },
  }));

  expect(propertyChoices(types, entityType).map(({ value }) => value)).toEqual(paths);
});

test("a property has its label, and its slug where that differs", () => {
  const types = [{ typePath: "item", properties: [], inheritedProperties: [price, { ...price, label: "price" }] }];

  expect(propertyChoices(types, undefined).map(({ label }) => label)).toEqual(["Price (price)", "price"]);
});
