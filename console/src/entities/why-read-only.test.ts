import { expect, test } from "vitest";
import { placeOf, seenProperty, whyReadOnly } from "./entity-property.ts";

const text = seenProperty("care", "");

test.each([
  [{ entityType: "item", id: "a", itemFamilyId: "a" }, "family"],
  [{ entityType: "item", id: "a", itemFamilyId: "b" }, "option"],
  [{ entityType: "item", itemFamilyId: "" }, "family"],
  [{ entityType: "item" }, "family"],
  [{ entityType: "color", id: "a", itemFamilyId: "b" }, "none"],
])("%j is %s", (entity, place) => {
  expect(placeOf(entity)).toBe(place);
});

test.each([
  [{ ...text, propertyType: "formula", expression: "{a} * 2" }, "item", "family", "Computed: {a} * 2"],
  [{ ...text, propertyType: "sequence" }, "item", "family", "Assigned by the service."],
  [{ ...text, level: "family" }, "item", "option", "Stored in the style. Change it there."],
  [{ ...text, level: "family" }, "item", "family", undefined],
  [{ ...text, level: "option" }, "item", "family", "Set on options only."],
  [{ ...text, level: "override" }, "item", "option", undefined],
  [{ ...text, slug: "summary", isBuiltIn: true }, "assortment", "none", "Counted when the assortment is published."],
  [{ ...text, slug: "summary" }, "assortment", "none", undefined],
] as const)("%j of %s at %s: %s", (property, entityType, place, why) => {
  expect(whyReadOnly(property, entityType, place)).toBe(why);
});
