import { expect, test } from "vitest";
import { kindOfPath } from "./entity-kind.ts";
import { seenProperty } from "./entity-property.ts";
import { showValue } from "./show-value.ts";

const kind = kindOfPath("colors");
const meanings = {
  options: new Map([["fits", [{ value: "slim", display: "Slim fit" }]]]),
  referred: new Map(kind === undefined ? [] : [["red1", { id: "red1", title: "Red", kind, hex: "ff0000" }]]),
};
const plain = seenProperty("x", "");

test.each([
  [{ ...plain, propertyType: "currency", currency: "EUR" }, 1234.5, "€1,234.50"],
  [{ ...plain, propertyType: "currency" }, 1234.5, "1,234.50"],
  [{ ...plain, propertyType: "percent" }, 12.5, "12.5 %"],
  [{ ...plain, propertyType: "boolean" }, false, "No"],
  [{ ...plain, propertyType: "choice", optionSetId: "fits" }, "slim", "Slim fit"],
  [{ ...plain, propertyType: "choice", optionSetId: "fits" }, "gone", "gone"],
  [{ ...plain, propertyType: "multi_select", optionSetId: "fits" }, ["slim", "wide"], "Slim fit, wide"],
  [{ ...plain, propertyType: "object_reference" }, "red1", "Red"],
  [{ ...plain, propertyType: "object_ref_list" }, ["red1", "unknown"], "Red, unknown"],
  [{ ...plain, propertyType: "size_range" }, { sizes: ["S", "M"] }, "S, M"],
  [{ ...plain, propertyType: "date" }, "2026-12-31", "31 Dec 2026"],
  [{ ...plain, propertyType: "date" }, "soon", "soon"],
  [{ ...plain, propertyType: "json" }, { a: 1 }, '{"a":1}'],
  [{ ...plain, propertyType: "json" }, ["option"], "option"],
  [plain, null, ""],
] as const)("%j: %j is shown as %j", (property, value, text) => {
  expect(showValue(property, value, meanings)).toBe(text);
});
