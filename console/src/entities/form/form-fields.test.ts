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
  { ...seenProperty("care", ""), ...said },
  { ...seenProperty("maker", ""), ...said, propertyType: "object_reference" as const },
  seenProperty("extra", ""),
];
const frame = { entityType: "item", typePath: "item", createdOn: "", updatedOn: "", version: 1 };

const presentation = {
  keyFacts: ["price", "margin"],
  sections: [{ title: "Material", properties: ["care", "price"] }],
};

test.each([
  ["family", {}, ["Coat: name,federatedId,price,care", "References: maker", "Undefined properties: extra"]],
  ["option", {}, ["Coat: name,federatedId,ean,care", "References: maker", "Undefined properties: extra"]],
  [
    "family",
    presentation,
    ["Coat: name,federatedId,price", "Material: care", "Other: maker", "Undefined properties: extra"],
  ],
  [
    "option",
    presentation,
    ["Coat: name,federatedId", "Material: care", "Other: ean,maker", "Undefined properties: extra"],
  ],
] as const)("the form of a %s with the presentation %j shows %j", (place, look, shown) => {
  const kind = kindOfPath("items");
  const all = kind === undefined ? [] : [...commonFields(kind), ...fields];

  const groups = kind === undefined ? [] : groupFields(all, { kind, place, title: "Coat", presentation: look });

  expect(groups.map(({ title, fields: held }) => `${title}: ${held.map(({ slug }) => slug).join()}`)).toEqual(shown);
});

test.each([
  ["family", ["itemFamilyId"]],
  ["option", ["itemFamilyId", "optionName"]],
] as const)("of the built-in fields, the form of a %s has %j last", (place, shown) => {
  const kind = kindOfPath("items");
  const builtIn = ["roles", "itemFamilyId", "optionName"].map((slug) => ({
    ...{ ...seenProperty(slug, ""), ...said, isBuiltIn: true },
  }));

  const groups = kind && groupFields([...fields, ...builtIn], { kind, place, title: "Coat", presentation: {} });

  expect(groups?.at(-1)).toMatchObject({ title: "Option of a style" });
  expect(groups?.at(-1)?.fields.map(({ slug }) => slug)).toEqual(shown);
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

  const shown = { name: "Copy of Parka", price: 5, extra: "x" };

  expect(copyOf(entity, fields)).toEqual({ ...shown, old: undefined, care: undefined, maker: undefined });
});
