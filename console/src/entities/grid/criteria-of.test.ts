import { expect, test } from "vitest";
import { criteriaOf } from "./criteria-of.ts";
import type { Filter } from "./filter.ts";
import { buildColumn } from "./testing/build-column.ts";

const columns = [
  buildColumn("name"),
  buildColumn("price", { propertyType: "currency" }),
  buildColumn("status", { propertyType: "choice" }),
  buildColumn("care", { propertyType: "multi_select" }),
  buildColumn("certified", { propertyType: "boolean" }),
  buildColumn("inStore", { propertyType: "date" }),
  buildColumn("margin", { propertyType: "formula" }, { comparedAs: "number" }),
  buildColumn("mystery", {}, { source: "seen" }),
];

const cases: [name: string, filters: Filter[], criteria: object | undefined][] = [
  ["no filters match everything", [], undefined],
  ["text", [["name", "contains", "Parka"]], { name: { contains: "Parka" } }],
  ["a number is not a text", [["price", "gt", "12.50"]], { price: { gt: 12.5 } }],
  ["an invalid number is sent unchanged, for the service to reject", [["price", "gt", "x"]], { price: { gt: "x" } }],
  ["a range", [["price", "between", "10", "20"]], { price: { gte: 10, lte: 20 } }],
  ["options", [["status", "in", "draft", "live"]], { status: { in: ["draft", "live"] } }],
  ["all of several", [["care", "all", "iron", "wash"]], { care: { contains: ["iron", "wash"] } }],
  ["yes and no", [["certified", "is", "false"]], { certified: { in: [false] } }],
  ["a day", [["inStore", "lte", "2026-12-31"]], { inStore: { lte: "2026-12-31" } }],
  ["a formula by its result type", [["margin", "is", "7"]], { margin: { in: [7] } }],
  ["an undefined property may be a text or a number", [["mystery", "is", "7"]], { mystery: { in: ["7", 7] } }],
  ["so may an unknown column", [["other", "is", "true"]], { other: { in: ["true", true] } }],
  ["emptiness", [["name", "empty"]], { name: { exists: false } }],
  [
    "two operators at one field",
    [
      ["price", "gt", "1"],
      ["price", "lt", "5"],
    ],
    { price: { gt: 1, lt: 5 } },
  ],
  [
    "the same operator twice at one field, by an or with one alternative",
    [
      ["name", "contains", "a"],
      ["name", "contains", "b"],
      ["name", "contains", "c"],
    ],
    { name: { contains: "a" }, or: [{ name: { contains: "b" }, or: [{ name: { contains: "c" } }] }] },
  ],
];

test.each(cases)("%s", (_name, filters, criteria) => {
  expect(criteriaOf({ filters, columns, rootType: "item", typePath: "item" })).toEqual(criteria);
});

test("a subtype is filtered by its path", () => {
  const asked = { filters: [], columns, rootType: "item", typePath: "item:product" };

  expect(criteriaOf(asked)).toEqual({ typePath: "item:product" });
});
