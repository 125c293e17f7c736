import { expect, test } from "vitest";
import type { AnyEntity } from "../any-entity.ts";
import { describeScope } from "./act-scope.ts";

const time = "2026-03-01T10:00:00.000Z";
const coat: AnyEntity = { id: "c", entityType: "item", typePath: "item", version: 1, createdOn: time, updatedOn: time };
const options = (optionGroup: string) => ["a", "b"].map((id) => ({ ...coat, id, optionGroup }));

test.each([
  ["its colorways", 2, options("Color"), "this style and 2 colorways"],
  ["its sizes", 2, options("Size"), "this style and 2 options"],
  ["other items", 3, options("Color"), "this item and 3 others"],
  ["one other", 1, [], "this item and 1 other"],
  ["a whole load", 99, [], "this item and many others"],
])("an act on an item and %s", (_name, count, found, expected) => {
  expect(describeScope(coat, count, found)).toBe(expected);
});
