import { expect, test } from "vitest";
import { seenProperty } from "../../entity-property.ts";
import type { GridColumn } from "../grid-column.ts";
import { boardColumnOf, boardColumnsOf, boardGroupsOf, columnsOfGroups } from "./board-columns.ts";

const named = (field: string, more: Partial<GridColumn["property"]>, source: GridColumn["source"] = "described") => ({
  ...{ field, label: field, source, isSearchable: false, comparedAs: "choice" as const },
  property: { ...seenProperty(field, ""), propertyType: "choice" as const, optionSetId: "set", ...more },
});
const all = [
  named("tags", { propertyType: "multi_select" }),
  named("old", { isDisabled: true }),
  named("status", {}),
  named("seen", {}, "seen"),
  named("free", { optionSetId: undefined }),
  named("category", {}),
];

test("single choices with options can be columns", () => {
  expect(boardColumnsOf(all).map(({ field }) => field)).toEqual(["status", "category"]);
});

test.each([
  [undefined, "status"],
  ["category", "category"],
  ["old", "old"],
  ["tags", "status"],
  ["gone", "status"],
])("the choice of a board named %s is %s", (name, field) => {
  expect(boardColumnOf(all, name)?.field).toBe(field);
});

const options = [
  { value: "draft", display: "Draft" },
  { value: "done", display: "Done", color: "teal" },
];

test("columns are in the order of the options, then other values, then none", () => {
  const counts = new Map([
    ["done", 2],
    ["old", 1],
    ["", 3],
  ]);

  const groups = boardGroupsOf(options, counts, "Status");

  expect(groups).toEqual([
    { key: "draft", label: "Draft", count: 0 },
    { key: "done", label: "Done", count: 2 },
    { key: "old", label: "old", count: 1 },
    { key: "", label: "No status", count: 3 },
  ]);
  expect(columnsOfGroups(groups, options).map(({ place, color, isTarget }) => [place, color, isTarget])).toEqual([
    [0, undefined, true],
    [1, "teal", true],
    [-1, undefined, false],
    [-1, undefined, true],
  ]);
});

test("abbreviations keep their capitals", () => {
  expect(boardGroupsOf([], new Map(), "HS code")[0]?.label).toBe("No HS code");
});
