import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../json-value.ts";
import { deepMerge } from "./merge-output.ts";

function nest(depth: number, innermost: JsonObject): JsonObject {
  return depth === 1 ? innermost : { a: nest(depth - 1, innermost) };
}

describe("deepMerge", () => {
  test.each<[string, JsonObject, JsonObject, JsonObject]>([
    ["takes members of both", { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ["lets over win", { a: 1, b: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ["merges objects", { a: { b: 1, c: { d: 2 } } }, { a: { c: { e: 3 } } }, { a: { b: 1, c: { d: 2, e: 3 } } }],
    ["replaces arrays", { a: [1, 2, 3] }, { a: [4] }, { a: [4] }],
    ["does not merge objects inside arrays", { a: [{ b: 1 }] }, { a: [{ c: 2 }] }, { a: [{ c: 2 }] }],
    ["lets null win over an object", { a: { b: 1 } }, { a: null }, { a: null }],
    ["lets an object win over null", { a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
    ["lets a scalar win over an object", { a: { b: 1 } }, { a: 0 }, { a: 0 }],
    ["lets an object win over a scalar", { a: "x" }, { a: {} }, { a: {} }],
    ["lets an array win over an object", { a: { 0: 1 } }, { a: [] }, { a: [] }],
    ["lets an object win over an array", { a: [1] }, { a: { 0: 2 } }, { a: { 0: 2 } }],
    ["takes nothing from an empty object", { a: { b: 1 } }, { a: {} }, { a: { b: 1 } }],
    ["treats undefined as missing", { a: 1, b: undefined }, { a: undefined, c: undefined }, { a: 1 }],
    ["keeps the order of base, then over", { b: 1, a: 1 }, { c: 1, a: 2 }, { b: 1, a: 2, c: 1 }],
  ])("%s", (_, base, over, expected) => {
    const merged = deepMerge(base, over);

    expect(merged).toStrictEqual(expected);
    expect(JSON.stringify(merged)).toBe(JSON.stringify(expected));
  });

  test("treats keys that objects inherit as data", () => {
    const base = JSON.parse('{"constructor":{"prototype":{"a":1}},"toString":1}');
    const over = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":{"x":1},"toString":{}}',
    );

    const merged = deepMerge(base, over);
    const twice = deepMerge(merged, JSON.parse('{"__proto__":{"more":2}}'));

    expect(JSON.stringify(twice)).toBe(
      '{"constructor":{"prototype":{"a":1,"polluted":1}},"toString":{},' +
        '"__proto__":{"polluted":1,"more":2},"hasOwnProperty":{"x":1}}',
    );
    expect(Object.getPrototypeOf(twice)).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("merges 64 levels, and replaces deeper objects as a whole", () => {
    expect(deepMerge(nest(64, { b: 1 }), nest(64, { c: 2 }))).toEqual(nest(64, { b: 1, c: 2 }));
    expect(deepMerge(nest(65, { b: 1 }), nest(65, { c: 2 }))).toEqual(nest(65, { c: 2 }));
    expect(() => deepMerge(nest(5000, {}), nest(5000, {}))).not.toThrow();
  });

  test("does not change its arguments, is idempotent, and contains all of over", () => {
    fc.assert(
      fc.property(jsonObjects(), jsonObjects(), (base, over) => {
        const before = JSON.stringify([base, over]);

        const merged = deepMerge(base, over);

        expect(JSON.stringify([base, over])).toBe(before);
        expect(deepMerge(merged, over)).toEqual(merged);
        expect(deepMerge(base, {})).toEqual(base);
        expect(deepMerge({}, over)).toEqual(over);
        expect(merged).toMatchObject(over);
      }),
    );
  });
});

function jsonObjects(): fc.Arbitrary<JsonObject> {
  // Few keys, so that both objects often share some.
  const keys = fc.constantFrom("a", "b", "__proto__", "constructor");
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(0, "x", null, [1]), fc.dictionary(keys, tie("value"))),
  }));
  return value.map((drawn) => JSON.parse(JSON.stringify(drawn))).filter(isJsonObject);
}
