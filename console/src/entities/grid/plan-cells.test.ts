import { expect, test } from "vitest";
import { readCell } from "./cell-text.ts";
import { planCells } from "./plan-cells.ts";
import { buildColumn } from "./testing/build-column.ts";
import { buildEntity } from "./testing/build-entity.ts";

const columns = [buildColumn("title"), buildColumn("price", { propertyType: "number" }), buildColumn("ean")];
const rows = [buildEntity("A", { title: "one", price: 1 }), buildEntity("B", { title: "two", price: 2 })];

function plan(block: readonly (readonly string[])[]) {
  return planCells({
    block: block.map((texts) =>
      texts.map((text, place) => ({
        text,
        reading: readCell(columns[place] ?? buildColumn("beyond"), text, { options: [], ids: new Map() }),
      })),
    ),
    rows,
    columns,
    whyLocked: ({ field }) => (field === "ean" ? "Set on options only." : undefined),
  });
}

test("a block changes the cells with different values", () => {
  const {
    rows: changed,
    cellCount,
    errors,
    locked,
  } = plan([
    ["one", "10"],
    ["zwei", ""],
  ]);

  expect(cellCount).toBe(3);
  expect(changed.map(({ row, cells }) => [row.id, cells.map(({ column, after }) => [column.field, after])])).toEqual([
    ["A", [["price", 10]]],
    [
      "B",
      [
        ["title", "zwei"],
        ["price", null],
      ],
    ],
  ]);
  expect([...errors, ...locked]).toEqual([]);
});

test("invalid and read-only cells are not changed, and reported", () => {
  const { cellCount, errors, locked } = plan([["one", "cheap", "123"]]);

  expect(cellCount).toBe(0);
  expect(errors).toEqual([
    { id: "A", title: "A", label: "price", text: "cheap", reason: "is not a number. Use a format such as 1234.5" },
  ]);
  expect(locked).toEqual([{ id: "A", title: "A", label: "ean", text: "123", reason: "Set on options only." }]);
});

test("cells beyond the grid are counted", () => {
  const { rowsBeyond, columnsBeyond } = plan([["a", "1", "", "x", "y"], ["b"], ["c"]]);

  expect([rowsBeyond, columnsBeyond]).toEqual([1, 2]);
});
