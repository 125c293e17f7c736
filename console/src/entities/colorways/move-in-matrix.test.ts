import { expect, test } from "vitest";
import { moveInMatrix } from "./move-in-matrix.ts";

/** Two colors by three sizes, with headings and a column of buttons. */
const size = { rows: 3, columns: 5 };

test.each([
  [1, 1, "ArrowRight", [1, 2]],
  [1, 1, "ArrowLeft", [1, 0]],
  [1, 1, "ArrowUp", [0, 1]],
  [1, 1, "ArrowDown", [2, 1]],
  [2, 1, "ArrowDown", undefined],
  [1, 4, "ArrowRight", undefined],
  [1, 2, "Home", [1, 0]],
  [1, 2, "End", [1, 4]],
  [1, 0, "Home", undefined],
  [1, 0, "ArrowUp", undefined],
  [0, 1, "ArrowLeft", undefined],
  [0, 3, "End", undefined],
  [1, 1, "Tab", undefined],
])("from %i %i, %s moves to %j", (row, column, key, to) => {
  const next = moveInMatrix({ row, column }, key, size);

  expect(next && [next.row, next.column]).toEqual(to);
});
