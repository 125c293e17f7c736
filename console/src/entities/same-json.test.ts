import { expect, test } from "vitest";
import { isSameJson } from "./same-json.ts";

test.each([
  [{ a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, true],
  [[1, 2], [2, 1], false],
  [undefined, null, true],
  ["1", 1, false],
])("%j and %j: %s", (one, other, isSame) => {
  expect(isSameJson(one, other)).toBe(isSame);
});
