import { expect, test } from "vitest";
import { listingOf } from "./list-command.ts";
import { readAssignments } from "./read-draft.ts";

test.each([
  ["color=olive", { color: "olive" }],
  ["price=129.5", { price: 129.5 }],
  ["price=-3", { price: -3 }],
  ["active=true", { active: true }],
  ["note=null", { note: null }],
  ["note=true story", { note: "true story" }],
  ["size=42 long", { size: "42 long" }],
  ['size="42"', { size: "42" }],
  ['tags=["a","b"]', { tags: ["a", "b"] }],
  ["formula=a=b", { formula: "a=b" }],
  ["empty=", { empty: "" }],
  ["name=2026", { name: "2026" }],
  ["federatedId=0042", { federatedId: "0042" }],
  ["text={not json", { text: "{not json" }],
  ["lines=one\ntwo", { lines: "one\ntwo" }],
  ["big=12345678901234567890", { big: "12345678901234567890" }],
  ["code=0042", { code: "0042" }],
])("--set %s", (assignment, draft) => {
  expect(readAssignments([assignment], "--set")).toEqual(draft);
});

test.each(["color", "=olive", ""])("--set %j is rejected", (assignment) => {
  expect(() => readAssignments([assignment], "--set")).toThrow("--set takes field=value");
});

test.each([
  [{ where: ["color=red", "price=3"] }, { criteria: { color: "red", price: 3 } }],
  [{ where: [], criteria: "~(a~1)" }, { criteria: "~(a~1)" }],
  [{ where: [], order: "createdOn:DESC" }, { order: { orderField: "createdOn", order: "desc" } }],
  [
    { where: [], order: "color, price:desc" },
    {
      order: [
        { orderField: "color", order: "asc" },
        { orderField: "price", order: "desc" },
      ],
    },
  ],
  [{ where: [], order: "name" }, { order: { orderField: "name", order: "asc" } }],
  [
    { where: [], limit: "20", page: "k", search: "red coat", total: true },
    { limit: 20, nextPageKey: "k", q: "red coat", includeTotal: true },
  ],
])("a list with the options %j", (options, listing) => {
  expect(listingOf(options)).toEqual(listing);
});

test.each([
  [{ where: [], limit: "many" }, "--limit takes a number"],
  [{ where: ["a=1"], criteria: "{}" }, "cannot be combined"],
])("a list with the options %j is rejected", (options, message) => {
  expect(() => listingOf(options)).toThrow(message);
});
