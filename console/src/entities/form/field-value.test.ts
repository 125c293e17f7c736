import { expect, test } from "vitest";
import { readFieldValue, toFieldValue } from "./field-value.ts";

test.each([
  ["string", "Parka", "Parka"],
  ["number", 12.5, "12.5"],
  ["boolean", false, "false"],
  ["json", { a: 1 }, '{\n  "a": 1\n}'],
  ["json", "text", '"text"'],
  ["multi_select", ["a", "b"], ["a", "b"]],
  ["size_range", { sizes: ["S"] }, ["S"]],
  ["object_ref_list", undefined, []],
  ["number", null, ""],
] as const)("the control of a %s holds %j as %j", (propertyType, value, field) => {
  expect(toFieldValue({ propertyType }, value)).toEqual(field);
  if (value !== undefined && value !== null) expect(readFieldValue({ propertyType }, field)).toEqual({ value });
});

test.each([
  ["number", " 7 ", { value: 7 }],
  ["number", "-0.25", { value: -0.25 }],
  ["number", "seven", { error: '"seven" is not a number. Use a format such as 12.5.' }],
  ["number", "1e999", { error: '"1e999" is not a number. Use a format such as 12.5.' }],
  ["json", "{", { error: 'Not valid JSON. Use a format such as {"key": "value"}, [1, 2] or "text".' }],
  ["string", "  ", { value: null }],
  ["string", " kept ", { value: " kept " }],
  ["multi_select", [], { value: null }],
  ["date", "2026-12-31", { value: "2026-12-31" }],
] as const)("a %s with %j is sent as %j", (propertyType, field, reading) => {
  expect(readFieldValue({ propertyType }, field)).toEqual(reading);
});
