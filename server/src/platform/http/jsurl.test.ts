import fc from "fast-check";
import jsurl from "jsurl";
import { describe, expect, test } from "vitest";
import { parseJsurl } from "./jsurl.ts";
import vectors from "./testing/jsurl-vectors.json" with { type: "json" };
import { TextError } from "./text-error.ts";

/** The reason; any other exception fails the test. */
function refusalOf(text: string): string | undefined {
  try {
    parseJsurl(text);
    return undefined;
  } catch (error) {
    if (error instanceof TextError) return error.reason;
    throw error;
  }
}

function nest(depth: number): string {
  return `~${"(a~".repeat(depth)}1${")".repeat(depth)}`;
}

describe("parseJsurl parses", () => {
  test.each([...vectors.valid, ...vectors.alsoAccepted])("$jsurl", ({ jsurl: text, value }) => {
    expect(parseJsurl(text)).toStrictEqual(value);
  });

  test.each([
    ["hexadecimal digits of either case", "~'*C3*c3**20AC", "ÃÃ€"],
    ["hexadecimal digits right behind an escape", "~'*e9a**20ac0", "éa€0"],
    ["numbers with an exponent, signed or not", "~(~1e+21~1e21~1E-7~-0.5)", [1e21, 1e21, 1e-7, -0.5]],
    ["an empty key that is not the first", "~(a~1~~2)", { a: 1, "": 2 }],
    ["empty strings", "~(~'~')", ["", ""]],
    ["the same key in different objects", "~(a~(a~1)~b~(a~2))", { a: { a: 1 }, b: { a: 2 } }],
    ["a percent-encoded quote in every place", "~(a~(~%27x~%27)~b~%27y)", { a: ["x", ""], b: "y" }],
  ])("%s", (_, text, value) => {
    expect(parseJsurl(text)).toStrictEqual(value);
  });

  test("keys that objects inherit become members of a plain object", () => {
    const value = parseJsurl("~(constructor~1~toString~2~hasOwnProperty~3)");

    expect(Object.entries(value ?? {})).toEqual([
      ["constructor", 1],
      ["toString", 2],
      ["hasOwnProperty", 3],
    ]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("nesting as deep as the limit, and text as long as the limit", () => {
    expect(refusalOf(nest(32))).toBeUndefined();
    expect(parseJsurl(`~'${"x".repeat(8190)}`)).toBe("x".repeat(8190));
  });
});

describe("parseJsurl rejects", () => {
  test.each(vectors.refuse)("%j", (text) => {
    expect(refusalOf(text)).toBeDefined();
  });

  test.each([
    ["a key without a value", "~(a)", 'Expected "~" before a value, found ")"'],
    ["an item without a value", "~(~1~)", `Expected 'text, a number, true, false, null or (…) after "~", found ""`],
    ["a member without a key and value", "~(a~1~)", 'Expected "~" before a value, found ")"'],
    [
      "an array that turns into an object",
      "~(~1b~2)",
      `Expected 'text, a number, true, false, null or (…) after "~", found "1b"`,
    ],
    ["a string after a nested value", "~(a~()b)", 'Expected "~" or ")", found "b"'],
    ["a bare space", "~'a b", 'The character " " must be written as *20'],
    ["a bare letter beyond ASCII", "~(é~1)", 'The character "é" must be written as *e9'],
    ["a bare character of two units", "~'😀", 'The character "😀" must be written as **d83d**de00'],
    ["a quote inside a string", "~'it's", `The character "'" must be written as *27`],
    [
      "a twice-encoded quote",
      "~%2527item",
      `Expected 'text, a number, true, false, null or (…) after "~", found "%2527item"`,
    ],
    ["an escape cut short", "~'*2", "An escape must be * with two or ** with four hexadecimal digits"],
    ["an escape with a sign", "~'*+1", "An escape must be * with two or ** with four hexadecimal digits"],
    [
      "a number that lost its plus sign",
      "~1e 21",
      `Expected 'text, a number, true, false, null or (…) after "~", found "1e 21"`,
    ],
    ["a number beyond doubles", "~1e400", 'The number "1e400" is too large; send it as a string'],
    ["NUL in a string", "~'*00", "A string contains the NUL character (U+0000), which cannot be stored; remove it"],
    ["NUL in a key", "~(a*00~1)", "A key contains the NUL character (U+0000), which cannot be stored; remove it"],
    ["half a surrogate pair", "~'**d83d", "A string contains half of a surrogate pair; send complete characters"],
    ["the key __proto__, escaped", "~(*5f_proto__~1)", 'The key "__proto__" is not allowed; rename it'],
    ["a key repeated by escape", "~(a~1~*61~2)", 'The key "a" is duplicated in one object; keep one'],
    [
      "an inherited key repeated",
      "~(toString~1~toString~2)",
      'The key "toString" is duplicated in one object; keep one',
    ],
    ["nesting one too deep", nest(33), "The nesting is deeper than 32 levels; send a flatter value"],
    ["as much nesting as fits", "~(".repeat(4096), "The nesting is deeper than 32 levels; send a flatter value"],
    ["20,000 nested objects", nest(20_000), "The value is longer than 8192 characters; shorten it"],
    ["20,000 nested arrays", "~(".repeat(20_000), "The value is longer than 8192 characters; shorten it"],
    ["one character too many", `~'${"x".repeat(8191)}`, "The value is longer than 8192 characters; shorten it"],
  ])("%s", (_, text, reason) => {
    expect(refusalOf(text)).toBe(reason);
  });

  test("and does not change the prototype of all objects", () => {
    refusalOf("~(__proto__~(polluted~1))");
    refusalOf("~(constructor~(prototype~(polluted~1)))");

    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("parseJsurl against the package", () => {
  test("everything the package writes is parsed", () => {
    const values = fc.jsonValue({ stringUnit: "binary", maxDepth: 5 }).filter(survivesThePackage);

    fc.assert(
      fc.property(values, (value) => {
        const text = jsurl.stringify(value);
        fc.pre(text.length <= 8192);

        // The package writes -0 as 0, as JSON does.
        expect(parseJsurl(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["any text", fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) })],
    ["any arrangement of the grammar's pieces", grammarPieces()],
  ])("%s is parsed or rejected with a TextError", (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        refusalOf(`~${text}`);
        refusalOf(text);
      }),
      { numRuns: 5000 },
    );
  });

  test("what is parsed and then serialized by the package is parsed to the same value", () => {
    fc.assert(
      fc.property(grammarPieces(), (text) => {
        fc.pre(refusalOf(`~${text}`) === undefined);
        const value = parseJsurl(`~${text}`);
        fc.pre(survivesThePackage(value));

        expect(parseJsurl(jsurl.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

function grammarPieces(): fc.Arbitrary<string> {
  const pieces = [
    "~",
    "(",
    ")",
    "'",
    "%27",
    "*",
    "**",
    "!",
    "a",
    "1",
    "-",
    ".",
    "0",
    "e",
    "*20",
    "**20ac",
    "__proto__",
    "~(",
    "~'",
    "~null",
    "~1",
    "a~1",
  ];
  return fc.string({ unit: fc.constantFrom(...pieces), maxLength: 12 });
}

/** Excludes what we reject, the empty key, which the package writes as an array, and a key that breaks its writer. */
function survivesThePackage(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(
    ([key, member]) =>
      !["", "__proto__", "hasOwnProperty"].includes(key) && survivesThePackage(key) && survivesThePackage(member),
  );
}
