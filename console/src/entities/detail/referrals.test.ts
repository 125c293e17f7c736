import type { EntityType } from "@weft/client";
import { expect, test } from "vitest";
import { allReferralsTo, countKinds, criteriaOf, referralsTo } from "./referrals.ts";

const common = {
  entityType: "entity-type" as const,
  label: "",
  mode: "open" as const,
  isDescribed: true,
  presentation: {},
  effectivePresentation: {},
  properties: [],
  createdOn: "2026-01-01T00:00:00.000Z",
  updatedOn: "2026-01-01T00:00:00.000Z",
  createdById: null,
  updatedById: null,
  version: 1,
};
const family = {
  slug: "itemFamilyId",
  label: "Style",
  propertyType: "object_reference",
  referenceType: "item",
  declaredBy: "item",
  isBuiltIn: true,
};
const trims = { slug: "trims", label: "Trims", propertyType: "object_ref_list", referenceType: "custom-entity:trim" };
const types: EntityType[] = [
  { ...common, id: "item", typePath: "item", inheritedProperties: [family] },
  { ...common, id: "item:coat", typePath: "item:coat", inheritedProperties: [family], properties: [trims] },
];
const frame = { createdOn: "", updatedOn: "", version: 1 };

test("a style is referenced by its options, once, even if subtypes repeat the property", () => {
  const entity = { ...frame, id: "a", entityType: "item", typePath: "item", itemFamilyId: "a" };

  const [referral, ...others] = allReferralsTo(types, entity);

  expect(referral).toMatchObject({ slug: "itemFamilyId", goesWith: true, title: "Options of this style" });
  expect(others).toEqual([]);
  expect(referralsTo(types, entity)).toEqual([]);
  expect(referral && criteriaOf(referral, "a")).toEqual({ itemFamilyId: "a", id: { ne: "a" } });
});

test("an option has no options", () => {
  const entity = { ...frame, id: "a", entityType: "item", typePath: "item", itemFamilyId: "b" };

  expect(allReferralsTo(types, entity)).toEqual([]);
});

test.each([
  ["custom-entity:trim", 1],
  ["custom-entity:trim:zip", 1],
  ["custom-entity:supplier", 0],
])("what refers to trims refers to %s in %i ways", (typePath, count) => {
  const found = referralsTo(types, { ...frame, id: "z", entityType: "custom-entity", typePath });

  expect(found).toHaveLength(count);
  for (const referral of found) {
    expect(referral).toMatchObject({ isList: true, goesWith: false, title: "Items with this as Trims" });
    expect(criteriaOf(referral, "z")).toEqual({ trims: { contains: "z" } });
  }
});

test("counts are formatted as text", () => {
  expect(countKinds({ item: 1, "project-item": 1200 })).toBe("1 item, 1,200 project items");
});
