import { describe, expect, test } from "vitest";
import { definitionOf, draftOf, emptyProperty, readDefault, slugOfLabel, validateProperty } from "./property-draft.ts";

const named = { ...emptyProperty, slug: "weight", label: "Weight" };
const common = {
  slug: "weight",
  label: "Weight",
  required: false,
  unique: false,
  searchable: false,
  disabled: false,
  level: "all",
};

describe("a property round-trips unchanged", () => {
  test.each([
    [{ ...common, propertyType: "number", min: 0, max: 10, default: 3 }],
    [{ ...common, propertyType: "string", unique: true, default: "3" }],
    [{ ...common, propertyType: "choice", optionSetId: "AP6VLBK7AyX5rqtr", unique: "family" }],
    [{ ...common, propertyType: "formula", expression: "{a} + 1", resultKind: "string" }],
    [{ ...common, propertyType: "sequence", prefix: "STY-", digits: 6 }],
    [{ ...common, propertyType: "currency", currency: "EUR", level: "family" }],
    [{ ...common, propertyType: "boolean", default: false }],
    [{ ...common, propertyType: "object_reference", referenceType: "color" }],
    [{ ...common, propertyType: "size_range", templateProperty: "sizeRun" }],
  ])("%j", (definition) => {
    expect(definitionOf(draftOf(definition))).toEqual(definition);
  });
});

test("settings of another data type are not sent", () => {
  const draft = { ...named, propertyType: "string" as const, min: 3, optionSetId: "AP6VLBK7AyX5rqtr", currency: "EUR" };

  expect(definitionOf(draft)).toEqual({ ...common, propertyType: "string" });
});

describe("missing fields are reported before the request", () => {
  test.each([
    [{}, []],
    [{ slug: "1st" }, ["slug"]],
    [{ label: " " }, ["label"]],
    [{ propertyType: "choice" as const }, ["optionSetId"]],
    [{ propertyType: "object_ref_list" as const }, ["referenceType"]],
    [{ propertyType: "formula" as const }, ["expression"]],
    [{ propertyType: "currency" as const, currency: "Euro" }, ["currency"]],
  ])("%j", (fields, invalid) => {
    expect(Object.keys(validateProperty({ ...named, ...fields }))).toEqual(invalid);
  });
});

describe("a typed default", () => {
  test.each([
    ["", "string", undefined],
    ["3", "string", "3"],
    ["3", "number", 3],
    ["true", "boolean", true],
    ['["a"]', "multi_select", ["a"]],
    ["three", "number", "three"],
  ] as const)("%j of %s is %j", (typed, kind, value) => {
    expect(readDefault(typed, kind)).toEqual(value);
  });
});

describe("a slug from a label", () => {
  test.each([
    ["Weight", "weight"],
    ["Fabric weight (g)", "fabricWeightG"],
    ["Größe", "grosse"],
    ["EAN", "ean"],
    ["2nd color", "p2ndColor"],
    ["  ", ""],
  ])("%s is %s", (label, slug) => {
    expect(slugOfLabel(label)).toBe(slug);
  });
});
