import { expect, test } from "vitest";
import { kindOfPath } from "../entity-kind.ts";
import { seenProperty } from "../entity-property.ts";
import { asInForm, commonFields, copyOf, groupFields } from "./form-fields.ts";

const said = { declaredBy: "item" } as const;
const fields = [
  { ...seenProperty("price", 1), ...said, level: "family" as const },
  { ...seenProperty("ean", ""), ...said, level: "option" as const, isUnique: true },
  { ...seenProperty("margin", 1), ...said, propertyType: "formula" as const },
  { ...seenProperty("old", ""), ...said, isDisabled: true },
  seenProperty("extra", ""),
];
const frame = { entityType: "item", typePath: "item", createdOn: "", updatedOn: "", version: 1 };

test.each([
  ["family", ["Item: price", "Undefined properties: extra", "Set by the service: margin"]],
  ["option", ["Item: ean", "Undefined properties: extra", "From the style: price", "Set by the service: margin"]],
] as const)("the form of a %s shows %j", (place, shown) => {
  const kind = kindOfPath("items");

  const groups = kind === undefined ? [] : groupFields(fields, kind, place);

  expect(groups.map(({ title, fields: held }) => `${title}: ${held.map(({ slug }) => slug).join()}`)).toEqual(shown);
});

test.each([
  ["items", true],
  ["workspaces", false],
])("a name of %s is required: %s", (path, isRequired) => {
  const kind = kindOfPath(path);

  expect(kind && commonFields(kind)[0]).toMatchObject({ slug: "name", isRequired });
});

test("the form of a style has no style field", () => {
  const itself = { ...frame, id: "a", itemFamilyId: "a" };
  const option = { ...frame, id: "a", itemFamilyId: "b" };

  expect([asInForm(itself)["itemFamilyId"], asInForm(option)["itemFamilyId"]]).toEqual([undefined, "b"]);
});

test("a copy omits unique values and values set by the service", () => {
  const entity = { ...frame, id: "a", name: "Parka", federatedId: "P-1", price: 5, ean: "1", margin: 3, extra: "x" };

  expect(copyOf(entity, fields)).toEqual({ name: "Copy of Parka", price: 5, old: undefined, extra: "x" });
});
