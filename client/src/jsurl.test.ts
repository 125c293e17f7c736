import fc from "fast-check";
import jsurl from "jsurl";
import { expect, test } from "vitest";
import { parseJsurl } from "../../server/src/platform/http/jsurl.ts";
import { toJsurl } from "./jsurl.ts";
import vectors from "./testing/jsurl-vectors.json" with { type: "json" };

test.each(vectors.valid)("$jsurl is serialized", ({ value, jsurl: text }) => {
  expect(toJsurl(value)).toBe(text);
});

test.each([
  ["a date", { on: new Date(0) }, "~(on~'1970-01-01T00*3a00*3a00.000Z)"],
  ["undefined members, which are omitted", { a: undefined, b: 1 }, "~(b~1)"],
  ["undefined items, which are null", [undefined, 1], "~(~null~1)"],
  ["undefined itself", undefined, "~null"],
  ["NaN", Number.NaN, "~null"],
  ["-0", -0, "~0"],
  // An unencoded plus sign would be parsed as a blank.
  ["an infinite number", 1e21, "~1e21"],
  ["a character of two units", "\u{1f9e5}", "~'**d83e**dde5"],
])("%s is serialized like JSON", (_name, value, text) => {
  expect(toJsurl(value)).toBe(text);
});

test("an object whose first name is empty, which would be parsed as a list, is rejected", () => {
  expect(() => toJsurl({ "": 1 })).toThrow(TypeError);
  expect(toJsurl({ a: 1, "": 2 })).toBe("~(a~1~~2)");
});

test("every serialized value is parsed back by the service, and equals the output of the package", () => {
  const values = fc.jsonValue({ stringUnit: "binary", maxDepth: 5 }).filter(isReadable);

  fc.assert(
    fc.property(values, (value) => {
      const text = toJsurl(value);
      fc.pre(text.length <= 8192);
      const plain = JSON.parse(JSON.stringify(value));

      expect(parseJsurl(text)).toEqual(plain);
      expect(text).toBe(jsurl.stringify(plain).replaceAll("e+", "e"));
    }),
    { numRuns: 1000 },
  );
});

/** Without values that the service rejects, the empty name, and names that break the package. */
function isReadable(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(
    ([name, member]) => !["", "__proto__", "hasOwnProperty"].includes(name) && isReadable(name) && isReadable(member),
  );
}
