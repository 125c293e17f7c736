import { expect, test } from "vitest";
import { bandWidthOf, bandWidthsAround } from "./band-width.ts";

test.each([
  [0, 0, 1],
  [7, 7, 1],
  [0, 8, 1],
  [15, 250, 50],
  [0, 100, 20],
  [-40, 40, 10],
  [0.1, 0.9, 0.1],
  [0, 1_000_000, 200_000],
])("from %d to %d there are at most eight bands of %d", (min, max, width) => {
  expect(bandWidthOf(min, max)).toBe(width);
});

test("narrower and wider bands are offered", () => {
  expect(bandWidthsAround(50)).toEqual([10, 20, 50, 100, 200]);
  expect(bandWidthsAround(0.000001)).toEqual([0.000001, 0.000002, 0.000005]);
});
