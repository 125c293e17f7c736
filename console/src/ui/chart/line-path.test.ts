import { expect, test } from "vitest";
import { linePath } from "./place-chart.ts";

test.each([
  [[1, 2, 3], "M0 1L10 2L20 3"],
  [[1, null, 3], "M0 1M20 3"],
  [[null, 2.04, 3], "M10 2L20 3"],
  [[], ""],
] as const)("the line through %j is %s", (values, path) => {
  expect(linePath(values, [0, 10, 20], (value) => value)).toBe(path);
});
