import { expect, test } from "vitest";
import { type BulkOperation, bulkOperationsFor, bulkValue, changesValue } from "./bulk-operation.ts";
import { buildColumn } from "./testing/build-column.ts";

const nothing: BulkOperation = { name: "set", value: null, find: "", replacement: "", by: 0 };

const cases: [operation: Partial<BulkOperation>, before: unknown, after: unknown][] = [
  [{ name: "set", value: "x" }, "y", "x"],
  [{ name: "clear" }, "y", null],
  [{ name: "add", value: ["b", "c"] }, ["a", "b"], ["a", "b", "c"]],
  [{ name: "add", value: ["b"] }, undefined, ["b"]],
  [{ name: "remove", value: ["b"] }, ["a", "b"], ["a"]],
  [{ name: "remove", value: ["a"] }, ["a"], null],
  [{ name: "replace", find: "ou", replacement: "o" }, "colour flavour", "color flavor"],
  [{ name: "replace", find: ".", replacement: "" }, "a.b", "ab"],
  [{ name: "replace", find: "x" }, undefined, undefined],
  [{ name: "percent", by: 5 }, 19.9, 20.9],
  [{ name: "percent", by: -10 }, 100, 90],
  [{ name: "percent", by: 5 }, 0.1234, 0.1296],
  [{ name: "percent", by: 5 }, undefined, undefined],
  [{ name: "amount", by: 0.2 }, 0.1, 0.3],
  [{ name: "amount", by: -0.125 }, 1, 0.875],
];

test.each(cases)("%j changes %j to %j", (operation, before, after) => {
  expect(bulkValue({ ...nothing, ...operation }, before)).toEqual({ value: after });
});

test("a value that stays the same is not a change", () => {
  expect(changesValue({ ...nothing, name: "percent", by: 5 }, undefined)).toBe(false);
  expect(changesValue({ ...nothing, name: "clear" }, undefined)).toBe(false);
  expect(changesValue({ ...nothing, name: "clear" }, 0)).toBe(true);
});

test.each([
  ["number", ["set", "percent", "amount", "clear"]],
  ["multi_select", ["set", "add", "remove", "clear"]],
  ["string", ["set", "replace", "clear"]],
  ["boolean", ["set", "clear"]],
] as const)("a %s has the operations %j", (propertyType, names) => {
  expect(bulkOperationsFor(buildColumn("x", { propertyType })).map(({ name }) => name)).toEqual(names);
});
