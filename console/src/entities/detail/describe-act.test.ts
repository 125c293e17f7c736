import { expect, test } from "vitest";
import { describeScope, mergeDiffs, verbOf } from "./describe-act.ts";

const frame = { typePath: "item", createdOn: "", updatedOn: "", version: 1 };
const style = { ...frame, entityType: "item", id: "s", itemFamilyId: "s" };
const option = { ...frame, entityType: "item", id: "o", itemFamilyId: "s" };
const color = { ...frame, entityType: "color", id: "c" };
const items = [{ entityType: "item", create: 0, update: 7, delete: 0 }];

test.each([
  [style, { changeCount: 7, roles: { family: 1, option: 6 } }, true, "this style and 6 colorways"],
  [style, { changeCount: 2, roles: { family: 1, option: 1 } }, false, "this style and 1 option"],
  [option, { changeCount: 7, roles: { family: 1, option: 6 } }, true, "the style and 6 colorways"],
  [style, { changeCount: 1, roles: { family: 1, option: 0 } }, true, ""],
  [color, { changeCount: 1 }, true, ""],
  [color, { changeCount: 4 }, true, "with 3 other changes"],
  [
    style,
    { changeCount: 5000, isComplete: false, roles: { family: 1, option: 9 } },
    true,
    "with at least 4,999 other changes",
  ],
])("%j with %j is described", (entity, set, isColorways, text) => {
  expect(describeScope(entity, { isComplete: true, entityTypes: items, ...set }, isColorways)).toBe(text);
});

test("the changes of an act are merged from the first value to the last", () => {
  const diff = (oldValue: string | number, newValue: string | number) => ({
    propertyName: "Price",
    oldValue,
    newValue,
  });
  const name = { propertyName: "Name", oldValue: null, newValue: "Parka" };

  const merged = mergeDiffs([
    { propertyDiffs: { price: diff(2, 3), size: { ...diff("S", "M"), propertyName: "Size" } } },
    { propertyDiffs: { price: diff(1, 2), name, size: { ...diff("M", "S"), propertyName: "Size" } } },
  ]);

  expect(merged).toEqual([
    { slug: "price", name: "Price", oldValue: 1, newValue: 3 },
    { slug: "name", name: "Name", oldValue: null, newValue: "Parka" },
  ]);
});

test.each([
  [["update"], "changed"],
  [["update", "create"], "created"],
  [["delete", "update"], "deleted"],
] as const)("%j is %s", (actions, verb) => {
  expect(verbOf(actions.map((action) => ({ action })))).toBe(verb);
});
