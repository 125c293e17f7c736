import { expect, test } from "vitest";
import { criteriaOf } from "./criteria-of.ts";
import type { FilterEntry } from "./filter.ts";
import { buildColumn } from "./testing/build-column.ts";

const columns = [
  buildColumn("name"),
  buildColumn("price", { propertyType: "currency" }),
  buildColumn("status", { propertyType: "choice" }),
  buildColumn("care", { propertyType: "multi_select" }),
  buildColumn("certified", { propertyType: "boolean" }),
  buildColumn("inStore", { propertyType: "date" }),
  buildColumn("buyers", { propertyType: "user_list" }),
  buildColumn("margin", { propertyType: "formula" }, { comparedAs: "number" }),
  buildColumn("mystery", {}, { source: "seen" }),
];

const cases: [name: string, filters: FilterEntry[], criteria: object | undefined][] = [
  ["no filters match everything", [], undefined],
  ["text", [["name", "contains", "Parka"]], { name: { matches: "Parka" } }],
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
  ["a part of a JSON value is case-sensitive", [["mystery", "contains", "x"]], { mystery: { contains: "x" } }],
  ["the signed-in user", [["buyers", "in", "me", "other"]], { buyers: { in: ["user-1", "other"] } }],
  ["the last days", [["inStore", "last", "7"]], { inStore: { gte: "2026-11-11", lte: "2026-11-18" } }],
  ["the next days", [["inStore", "next", "2"]], { inStore: { gte: "2026-11-18", lte: "2026-11-20" } }],
  [
    "a group of which one filter must match",
    [
      ["price", "lt", "5"],
      [
        ["name", "contains", "a"],
        ["status", "in", "live"],
      ],
    ],
    { price: { lt: 5 }, and: [{ or: [{ name: { matches: "a" } }, { status: { in: ["live"] } }] }] },
  ],
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
    { name: { matches: "a" }, or: [{ name: { matches: "b" }, or: [{ name: { matches: "c" } }] }] },
  ],
];

const asked = {
  filters: [],
  isAny: false,
  columns,
  rootType: "item",
  typePath: "item",
  context: { userId: "user-1", nowMs: new Date(2026, 10, 18, 12).getTime() },
};

test.each(cases)("%s", (_name, filters, criteria) => {
  expect(criteriaOf({ ...asked, filters })).toEqual(criteria);
});

test("any of the entries, of which a group needs all its filters", () => {
  const filters: FilterEntry[] = [
    ["price", "lt", "5"],
    [
      ["name", "contains", "a"],
      ["name", "contains", "b"],
    ],
  ];

  expect(criteriaOf({ ...asked, filters, isAny: true, typePath: "item:product" })).toEqual({
    typePath: "item:product",
    or: [{ price: { lt: 5 } }, { name: { matches: "a" }, or: [{ name: { matches: "b" } }] }],
  });
});

test("a subtype is filtered by its path", () => {
  expect(criteriaOf({ ...asked, typePath: "item:product" })).toEqual({ typePath: "item:product" });
});
