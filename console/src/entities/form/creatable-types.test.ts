import type { EntityType } from "@weft/client";
import { expect, test } from "vitest";
import { kindOfPath } from "../entity-kind.ts";
import { bestMatch, creatableTypes, describeType, newTypePath, rowsOf } from "./creatable-types.ts";

function typeOf(typePath: string, more: Partial<EntityType> = {}): EntityType {
  const label = typePath.split(":").at(-1) ?? "";
  return {
    ...{ id: typePath, entityType: "entity-type", typePath, label, mode: "open", isDescribed: true },
    ...{
      properties: [],
      inheritedProperties: [],
      presentation: {},
      createdById: null,
      updatedById: null,
      effectivePresentation: {},
      version: 1,
      createdOn: "",
      updatedOn: "",
    },
    ...more,
  };
}

const types = [
  "color",
  "item",
  "item:product",
  "item:product:coat",
  "item:product:shoe",
  "custom-entity",
  "custom-entity:mill",
].map((typePath) => typeOf(typePath));

function offered(kindPath: string, mayCreate: (typePath: string) => boolean) {
  const kind = kindOfPath(kindPath);
  return kind === undefined ? [] : rowsOf(creatableTypes(types, kind, mayCreate));
}

test.each([
  ["items", () => true, ["1 item", "2 item:product", "3 item:product:coat", "3 item:product:shoe"]],
  ["items", (path: string) => path.endsWith("shoe"), ["1 item:product:shoe"]],
  ["items", (path: string) => path !== "item:product", ["1 item", "2 item:product:coat", "2 item:product:shoe"]],
  ["items", () => false, []],
  ["custom-entities", () => true, ["1 custom-entity:mill"]],
] as const)("of %s are offered, case %#", (kindPath, mayCreate, shown) => {
  expect(offered(kindPath, mayCreate).map(({ type, level }) => `${level} ${type.typePath}`)).toEqual(shown);
});

test.each([
  ["sh", "item:product:shoe"],
  ["product:c", "item:product:coat"],
  ["item", "item"],
  ["heel", "item:product:shoe"],
])("%s means %s", (words, typePath) => {
  expect(
    bestMatch(
      offered("items", () => true),
      words,
    )?.typePath,
  ).toBe(typePath);
});

test.each([
  ["custom-entities", "fabric", "custom-entity:fabric"],
  ["custom-entities", "custom-entity:mill:small", "custom-entity:mill:small"],
  ["custom-entities", "mill", undefined],
  ["custom-entities", "two words", undefined],
  ["items", "item:none:boot", undefined],
])("in %s, %s is the new type %s", (kindPath, words, path) => {
  const kind = kindOfPath(kindPath);

  expect(kind && newTypePath(words, kind, types)).toBe(path);
});

test("a strict type has no new types below it", () => {
  const kind = kindOfPath("items");

  expect(kind && newTypePath("boot", kind, [typeOf("item", { mode: "strict" })])).toBeUndefined();
});

test.each([
  [[], [], "No properties of its own"],
  [["fit", "price"], [], "fit, price"],
  [["fit", "price", "sole"], ["sole"], "sole and 2 more"],
])("a type with %j and the key facts %j: %s", (slugs, keyFacts, about) => {
  const properties = slugs.map((slug) => ({
    ...{ slug, label: slug, propertyType: "string" as const, level: "all" as const, required: false, unique: false },
    ...{ searchable: false, disabled: false },
  }));

  expect(describeType(typeOf("item", { properties, effectivePresentation: { keyFacts } }))).toBe(about);
});
