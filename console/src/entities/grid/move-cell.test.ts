import { expect, test } from "vitest";
import { afterEdit, moveCell } from "./move-cell.ts";

const extent = { rows: 100, columns: 5, page: 10 };
const plain = { ctrlKey: false, metaKey: false };
const far = { ctrlKey: true, metaKey: false };

const moves: [key: string, held: typeof plain, from: [number, number], to: [number, number]][] = [
  ["ArrowDown", plain, [0, 0], [1, 0]],
  ["ArrowDown", plain, [99, 2], [99, 2]],
  ["ArrowUp", plain, [0, 2], [-1, 2]],
  ["ArrowUp", plain, [-1, 2], [-1, 2]],
  ["ArrowUp", far, [7, 2], [0, 2]],
  ["ArrowRight", plain, [-1, 2], [-1, 3]],
  ["ArrowRight", plain, [3, 4], [3, 4]],
  ["ArrowLeft", plain, [3, 4], [3, 3]],
  ["ArrowDown", far, [3, 4], [99, 4]],
  ["Home", plain, [3, 4], [3, 0]],
  ["End", far, [3, 0], [99, 4]],
  ["PageDown", plain, [3, 1], [13, 1]],
  ["PageUp", plain, [3, 1], [0, 1]],
];

test.each(moves)("%s %j moves from %j to %j", (key, held, [row, column], [toRow, toColumn]) => {
  expect(moveCell({ row, column }, { key, ...held }, extent)).toEqual({ row: toRow, column: toColumn });
});

test("other keys do not move", () => {
  expect(moveCell({ row: 0, column: 0 }, { key: "a", ...plain }, extent)).toBeUndefined();
});

test("after an edit Enter moves down, Tab moves right and to the next row, and back", () => {
  expect(afterEdit({ row: 3, column: 2 }, "enter", extent)).toEqual({ row: 4, column: 2 });
  expect(afterEdit({ row: 3, column: 4 }, "tab", extent)).toEqual({ row: 4, column: 0 });
  expect(afterEdit({ row: 99, column: 4 }, "tab", extent)).toEqual({ row: 99, column: 0 });
  expect(afterEdit({ row: 3, column: 0 }, "back", extent)).toEqual({ row: 2, column: 4 });
  expect(afterEdit({ row: 0, column: 0 }, "back", extent)).toEqual({ row: 0, column: 0 });
});
