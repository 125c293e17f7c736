import { expect, test } from "vitest";
import { readProperty } from "../entity-property.ts";
import { colorwayModelOf } from "./colorway-model.ts";

const color = (slug: string, level: string) =>
  readProperty({ slug, level, propertyType: "object_reference", referenceType: "color", declaredBy: "item" });
const sizes = (level: string, templateProperty?: string) =>
  readProperty({ slug: "sizes", level, templateProperty, propertyType: "size_range", declaredBy: "item" });
const sizeRun = readProperty({ slug: "sizeRun", level: "all", propertyType: "object_reference" });

test.each([
  ["the color of options, not of styles", [color("main", "family"), color("shade", "option")], "shade", undefined],
  ["the color of options before that of all", [color("any", "all"), color("shade", "option")], "shade", undefined],
  ["sizes of options", [sizes("option")], undefined, "sizes"],
  ["no sizes of styles", [sizes("family")], undefined, undefined],
  ["nothing disabled", [{ ...color("shade", "option"), isDisabled: true }], undefined, undefined],
] as const)("a colorway has %s", (_title, properties, colorSlug, sizesSlug) => {
  expect(colorwayModelOf(properties)).toMatchObject({ colorSlug, sizesSlug });
});

test("the size range is that of the sizes", () => {
  expect(colorwayModelOf([sizeRun, sizes("option", "sizeRun")]).template?.slug).toBe("sizeRun");
  expect(colorwayModelOf([sizeRun, sizes("option")]).template).toBeUndefined();
});

test.each([
  ["a required property of options", { level: "option", required: true }, ["EAN"]],
  ["an optional one", { level: "option" }, []],
  ["one with a default", { level: "option", required: true, default: "x" }, []],
  ["one of the style", { level: "family", required: true }, []],
  ["a number of the service", { level: "option", required: true, propertyType: "sequence" }, []],
])("of %s, missing is %j", (_title, property, missing) => {
  const ean = readProperty({ slug: "ean", label: "EAN", propertyType: "string", ...property });

  expect(colorwayModelOf([ean]).missing).toEqual(missing);
});
