import { expect, test } from "vitest";
import { fillRange, fillSource, rangeBetween, sourceOf, spreadBlock } from "./cell-range.ts";

const range = { top: 2, left: 1, bottom: 3, right: 2 };

test("a range has the same bounds whichever corner comes first", () => {
  expect(rangeBetween({ row: 3, column: 1 }, { row: 2, column: 2 })).toEqual(range);
});

test.each([
  [
    { row: 5, column: 4 },
    { ...range, bottom: 5 },
  ],
  [
    { row: 0, column: 4 },
    { ...range, top: 0 },
  ],
  [
    { row: 3, column: 4 },
    { ...range, right: 4 },
  ],
  [
    { row: 3, column: 0 },
    { ...range, left: 0 },
  ],
  [{ row: 3, column: 2 }, range],
])("a fill to %j covers %j", (place, filled) => {
  expect(fillRange(range, place)).toEqual(filled);
});

test("a filled cell repeats the source, also above and before it", () => {
  expect([4, 5, 1, 0].map((row) => sourceOf(range, { row, column: 3 }))).toEqual([
    { row: 2, column: 1 },
    { row: 3, column: 1 },
    { row: 3, column: 1 },
    { row: 2, column: 1 },
  ]);
});

test.each([
  [range, "down", { ...range, bottom: 2 }, range],
  [range, "right", { ...range, right: 1 }, range],
  [{ ...range, bottom: 2 }, "down", { ...range, top: 1, bottom: 1 }, { ...range, top: 1, bottom: 2 }],
] as const)("%j is filled %s", (selected, direction, from, to) => {
  expect(fillSource(selected, direction)).toEqual({ from, to });
});

test.each([
  [
    "one value",
    [["x"]],
    [
      ["x", "x"],
      ["x", "x"],
    ],
  ],
  [
    "a row",
    [["x", "y"]],
    [
      ["x", "y"],
      ["x", "y"],
    ],
  ],
  ["a block that does not fit", [["x", "y", "z"]], [["x", "y", "z"]]],
])("%s is spread over a range", (_name, block, spread) => {
  expect(spreadBlock(block, range)).toEqual(spread);
});
