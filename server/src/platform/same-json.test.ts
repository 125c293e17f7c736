import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "./json-value.ts";
import { isSameJson } from "./same-json.ts";

const cases: readonly (readonly [JsonValue, JsonValue, boolean])[] = [
  [1, 1, true],
  [1, "1", false],
  [0, -0, true],
  [null, undefined, true],
  [null, 0, false],
  [null, "", false],
  [false, null, false],
  [[], {}, false],
  [[], null, false],
  [{}, null, false],
  [[1, 2], [2, 1], false],
  [[1], [1, undefined], false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } }, true],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }, false],
  [{ constructor: 1 }, {}, false],
  [{}, { toString: 1 }, false],
];

test.each(cases)("%j and %j: %j", (left, right, isSame) => {
  expect(isSameJson(left, right)).toBe(isSame);
  expect(isSameJson(right, left)).toBe(isSame);
});

test("a value equals its copy with another key order", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy: JsonValue = JSON.parse(JSON.stringify(value), (_key, inner) =>
        typeof inner === "object" && inner !== null && !Array.isArray(inner)
          ? Object.fromEntries(Object.entries(inner).reverse())
          : inner,
      );
      const plain: JsonValue = JSON.parse(JSON.stringify(value));

      expect(isSameJson(plain, copy)).toBe(true);
    }),
  );
});
