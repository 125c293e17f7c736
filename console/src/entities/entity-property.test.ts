import type { EntityType } from "@weft/client";
import { expect, test } from "vitest";
import { propertiesOf, seenProperty } from "./entity-property.ts";

const type: EntityType = {
  id: "item:coat",
  entityType: "entity-type",
  typePath: "item:coat",
  label: "Coat",
  mode: "open",
  isDescribed: true,
  presentation: {},
  effectivePresentation: {},
  properties: [{ slug: "price", label: "Price", propertyType: "currency", currency: "EUR", min: 0, required: true }],
  inheritedProperties: [
    { slug: "roles", label: "Roles", propertyType: "json", declaredBy: "item", isBuiltIn: true },
    { slug: "later", label: "Later", propertyType: "hologram", declaredBy: "item", isBuiltIn: false, level: "moon" },
  ],
  createdOn: "2026-01-01T00:00:00.000Z",
  updatedOn: "2026-01-01T00:00:00.000Z",
  createdById: null,
  updatedById: null,
  version: 1,
};

test("the properties of a type are inherited ones and its own, each with the type that defines it", () => {
  const [roles, , price] = propertiesOf(type);

  expect(roles).toMatchObject({ slug: "roles", isBuiltIn: true, declaredBy: "item", isRequired: false });
  expect(price).toMatchObject({ slug: "price", currency: "EUR", min: 0, isRequired: true, declaredBy: "item:coat" });
});

test("an unknown data type is shown as JSON", () => {
  expect(propertiesOf(type)[1]).toMatchObject({ propertyType: "json", level: "all" });
});

test.each([
  ["red", "string"],
  ["two\nlines", "text"],
  [12.5, "number"],
  [false, "boolean"],
  [{ a: 1 }, "json"],
  [["a"], "json"],
])("%j, which no type defines, is shown as %s", (value, propertyType) => {
  expect(seenProperty("x", value)).toMatchObject({ propertyType, declaredBy: undefined });
});
