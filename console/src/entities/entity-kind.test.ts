import { expect, test } from "vitest";
import { kindOfPath, kindOfType, wordOf } from "./entity-kind.ts";

test.each([
  ["items", "item"],
  ["item", "item"],
  ["custom-entities", "custom-entity"],
  ["webhooks", undefined],
  ["toString", undefined],
])("the path segment %s names the kind %s", (path, name) => {
  expect(kindOfPath(path)?.name).toBe(name);
});

test.each([
  ["item:product:apparel", "item"],
  ["custom-entity:supplier", "custom-entity"],
  ["itemized", undefined],
  ["", undefined],
])("the type path %s belongs to the kind %s", (typePath, name) => {
  expect(kindOfType(typePath)?.name).toBe(name);
});

test("a kind inside a sentence is lowercase, singular or plural", () => {
  const kind = kindOfPath("custom-entities");

  expect(kind && [wordOf(kind), wordOf(kind, 2)]).toEqual(["custom entity", "custom entities"]);
});
