import { describe, expect, test } from "vitest";
import type { PropertyType } from "../property-kinds.ts";
import { cellText, exactText, plainText, readCell } from "./cell-text.ts";
import { buildColumn } from "./testing/build-column.ts";

const names = {
  options: [
    { value: "wash30", display: "Wash at 30°" },
    { value: "iron1", display: "Iron" },
  ],
  ids: new Map([
    ["Marmara", "AP6VLBOrE9Enxw21"],
    ["Twin", "several"],
  ]),
};

const understood: [kind: PropertyType, text: string, value: unknown][] = [
  ["string", " kept as it is ", " kept as it is "],
  ["string", "", null],
  ["text", "two\nlines", "two\nlines"],
  ["number", "12.5", 12.5],
  ["number", "-3", -3],
  ["number", "1,234,567.89", 1234567.89],
  ["number", "1.234,5", 1234.5],
  ["currency", "€ 12.50", 12.5],
  ["currency", "12.50 EUR", 12.5],
  ["percent", "12.5 %", 12.5],
  ["boolean", "Yes", true],
  ["boolean", "0", false],
  ["date", "2026-02-28", "2026-02-28"],
  ["datetime", "2026-12-31T12:00:00Z", "2026-12-31T12:00:00.000Z"],
  ["choice", "Iron", "iron1"],
  ["choice", "WASH30", "wash30"],
  ["multi_select", "Iron, wash30, Iron", ["iron1", "wash30"]],
  ["object_reference", "Marmara", "AP6VLBOrE9Enxw21"],
  ["object_ref_list", "Marmara", ["AP6VLBOrE9Enxw21"]],
  ["size_range", "S, M,L", { sizes: ["S", "M", "L"] }],
  ["json", '{"a": 1}', { a: 1 }],
  ["url", " https://example.com ", "https://example.com"],
];

test.each(understood)("a cell of data type %s accepts %j", (propertyType, text, value) => {
  expect(readCell(buildColumn("x", { propertyType, currency: "EUR" }), text, names)).toEqual({ value });
});

const refused: [kind: PropertyType, text: string, error: string][] = [
  ["number", "1,234", "is not a number. Use a format such as 1234.5"],
  ["number", "twelve", "is not a number. Use a format such as 1234.5"],
  ["boolean", "maybe", "is not yes or no"],
  ["date", "2026-02-30", "is not a date. Use a format such as 2026-12-31"],
  ["date", "31.12.2026", "is not a date. Use a format such as 2026-12-31"],
  ["datetime", "noon", "is not a time. Use a format such as 2026-12-31 12:00"],
  ["choice", "Bleach", "is not one of the options"],
  ["multi_select", "Iron, Bleach", 'has "Bleach", which is not one of the options'],
  ["object_reference", "Nobody", "was not found by name, external ID or id"],
  ["object_reference", "Twin", "is the name of several entities. Use the external ID"],
  ["json", "{", 'is not valid JSON, such as {"key": "value"}'],
  ["formula", "1", "is set by the service"],
];

test.each(refused)("a cell of data type %s rejects %j", (propertyType, text, error) => {
  expect(readCell(buildColumn("x", { propertyType }), text, names)).toEqual({ error });
});

test("an undefined property is JSON, else a text", () => {
  const column = buildColumn("x", { propertyType: "json" }, { source: "seen" });

  expect(readCell(column, "[1]", names)).toEqual({ value: [1] });
  expect(readCell(column, "plain", names)).toEqual({ value: "plain" });
});

describe("values as text", () => {
  const words = {
    displayOf: (_set: string | undefined, value: string) => (value === "iron1" ? "Iron" : value),
    nameOf: (id: string) => (id === "AP6VLBOrE9Enxw21" ? "Marmara" : undefined),
  };
  /** In the grid, in a spreadsheet, exact. */
  const shown: [kind: PropertyType, value: unknown, texts: [string, string, string]][] = [
    ["string", "Parka", ["Parka", "Parka", "Parka"]],
    ["string", undefined, ["", "", ""]],
    ["number", 1234.5, ["1,234.5", "1234.5", "1234.5"]],
    ["currency", 129, ["€129.00", "129", "129"]],
    ["percent", 12.5, ["12.5%", "12.5", "12.5"]],
    ["choice", "iron1", ["Iron", "Iron", "iron1"]],
    ["multi_select", ["iron1", "x"], ["Iron, x", "Iron, x", "iron1,x"]],
    ["object_reference", "AP6VLBOrE9Enxw21", ["Marmara", "Marmara", "AP6VLBOrE9Enxw21"]],
    ["object_ref_list", ["unknown"], ["unknown", "unknown", "unknown"]],
    ["size_range", { sizes: ["S", "M"] }, ["S, M", "S, M", "S,M"]],
    ["json", { a: [1] }, ['{"a":[1]}', '{"a":[1]}', '{"a":[1]}']],
    ["json", ["a,b"], ['["a,b"]', '["a,b"]', '["a,b"]']],
    ["boolean", true, ["true", "true", "true"]],
  ];

  test.each(shown)("%s %j", (propertyType, value, texts) => {
    const column = buildColumn("x", { propertyType, currency: "EUR" });

    expect([cellText(column, value, words), plainText(column, value, words), exactText(value)]).toEqual(texts);
  });
});
