import { expect, test } from "vitest";
import { holdValue, holdValues, isTouched, unusedLabels, valuesFor } from "./held-values.ts";

const field = (slug: string, propertyType: "string" | "number" | "choice" | "multi_select", optionSetId?: string) => ({
  ...{ slug, propertyType, optionSetId, label: slug.toUpperCase(), referenceType: undefined },
});
const name = field("name", "string");
const fit = field("fit", "choice", "fits");
const held = holdValues([name, fit], { name: "Parka", fit: "slim" });

test.each([
  ["the same property of another type keeps its value", fit, "slim"],
  ["another option set has none", field("fit", "choice", "widths"), ""],
  ["another data type has none", field("fit", "multi_select", "fits"), ""],
  ["a property that was not typed has none", field("sole", "string"), ""],
])("%s", (_title, other, value) => {
  expect(valuesFor([other], held)).toEqual({ [other.slug]: value });
});

test("what the type does not have is named, and comes back with it", () => {
  const others = [name];

  expect(unusedLabels(others, held)).toEqual(["FIT"]);
  expect(unusedLabels(others, holdValue(held, fit, ""))).toEqual([]);
  expect(valuesFor([name, fit], holdValue(held, name, "Cape"))).toEqual({ name: "Cape", fit: "slim" });
});

test.each([
  ["Parka", false],
  ["Cape", true],
  ["", true],
])("a name changed from Parka to %j: touched %s", (value, touched) => {
  expect(isTouched(holdValue(held, name, value), held)).toBe(touched);
});

test("an emptied list is as empty as no value", () => {
  expect(isTouched(holdValue(new Map(), field("care", "multi_select"), []), new Map())).toBe(false);
});
