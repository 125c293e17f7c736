import { expect, test } from "vitest";
import { bandCenters, linearScale, nearestIndex, niceTicks, timePositions } from "./place-chart.ts";

test.each([
  [0, 4, true, [0, 1]],
  [1, 4, true, [0, 1]],
  [3, 4, true, [0, 1, 2, 3]],
  [7, 4, true, [0, 2, 4, 6, 8]],
  [59, 4, true, [0, 20, 40, 60]],
  [100, 4, true, [0, 50, 100]],
  [12_345, 4, true, [0, 5000, 10_000, 15_000]],
  [0.3, 4, false, [0, 0.1, 0.2, 0.3]],
  [2.5, 4, false, [0, 1, 2, 3]],
] as const)("the ticks up to %s, about %s of them (whole: %s), are %j", (max, count, onlyWhole, ticks) => {
  expect(niceTicks(max, count, onlyWhole)).toEqual(ticks);
});

test("a value that is not a number has the ticks of zero", () => {
  expect(niceTicks(Number.NaN, 4, true)).toEqual([0, 1]);
});

test("a scale maps values to pixels, inverted where zero is at the bottom", () => {
  const scale = linearScale(50, 100, 0);

  expect([0, 25, 50].map(scale)).toEqual([100, 50, 0]);
});

test("bands are equal, and bars are at their middles", () => {
  expect(bandCenters(4, 10, 50)).toEqual([15, 25, 35, 45]);
  expect(bandCenters(0, 10, 50)).toEqual([]);
});

test("points of lines are spaced by time", () => {
  expect(timePositions([0, 10, 40], 0, 80)).toEqual([0, 20, 80]);
  expect(timePositions([7], 0, 80)).toEqual([40]);
});

test.each([
  [-5, 0],
  [14, 0],
  [16, 1],
  [99, 2],
] as const)("a pointer at %s is nearest to the point %s", (x, index) => {
  expect(nearestIndex([10, 20, 30], x)).toBe(index);
});
