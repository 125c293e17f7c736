import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "../problem.ts";
import { decodeUtf8, parseStrictJson } from "./strict-json.ts";

const limits = { depthMax: 64 };

function parse(text: string): unknown {
  return parseStrictJson(text, limits);
}

/** The problem's detail; any other exception fails the test. */
function refusalOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof Problem && error.code === "invalid-json") return error.detail;
    throw error;
  }
}

function nest(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

describe("parseStrictJson parses what JSON.parse parses", () => {
  test.each([
    ["null", "null"],
    ["a string", '"item"'],
    ["zero and its negative", "[0, -0, 0.0, -0e5]"],
    ["an empty object and an empty array", ' {"a": {}, "b": []} '],
    ["the largest exact integers", "[9007199254740991, -9007199254740991, 9007199254740991.0]"],
    ["small and fractional numbers", "[1e-400, 5e-324, 0.1, 1.5E+3, 1e15]"],
    ["colons, brackets and quotes inside strings", '{"a:[{\\"": ":]}\\\\", "b\\\\\\\\": "\\\\\\"[["}'],
    ["a whole surrogate pair, escaped", '{"\\ud83d\\ude00": "\\uD83D\\uDE00"}'],
    ["a whole surrogate pair, bare", '{"😀": "😀"}'],
    ["an escaped backslash before u0000", '"\\\\u0000"'],
    ["keys that objects inherit", '{"constructor": 1, "toString": 2, "hasOwnProperty": 3, "prototype": {}}'],
    ["__proto__ as a value", '["__proto__"]'],
    ["the same key in different objects", '[{"a": {"a": 1}}, {"a": 2}]'],
    ["the empty key and number-like keys", '{"": 1, "1": 2, "01": 3, "-1": 4}'],
    ["all kinds of whitespace", "\r\n\t [\n1 ,\t2 ]\r\n"],
  ])("%s", (_, text) => {
    expect(parse(text)).toStrictEqual(JSON.parse(text));
  });

  test("a byte order mark at the start is skipped", () => {
    expect(parse('\ufeff{"a":1}')).toStrictEqual({ a: 1 });
  });

  test("nesting as deep as the limit is parsed", () => {
    expect(parse(nest(64))).toStrictEqual(JSON.parse(nest(64)));
  });
});

describe("parseStrictJson rejects, and reports why and where", () => {
  test.each([
    ["an empty body", "", "The body is empty; send one JSON value."],
    ["a body of whitespace", " \n ", "The body is empty; send one JSON value."],
    ["a missing value", '{"a":}', 'Expected a value, found "}" (line 1, column 6).'],
    ["a misspelled keyword", "[tru]", 'Expected a value, found "t" (line 1, column 2).'],
    ["a lone minus", "-", 'Expected a value, found "-" (line 1, column 1).'],
    ["NaN", "NaN", 'Expected a value, found "N" (line 1, column 1).'],
    ["a comma before a brace", '{\n  "a": 1,\n}', 'Expected a key in double quotes, found "}" (line 3, column 1).'],
    ["a comma before a bracket", "[1,]", 'Expected a value, found "]" (line 1, column 4).'],
    ["a bare key", "{a:1}", 'Expected a key in double quotes, found "a" (line 1, column 2).'],
    ["a missing colon", '{"a" 1}', 'Expected ":" after a key, found "1" (line 1, column 6).'],
    [
      "a missing comma in an object",
      '{"a":1 "b":2}',
      'Expected "," or "}" after a member, found "\\"" (line 1, column 8).',
    ],
    ["an array without an end", "[1,\r\n2", 'Expected "," or "]" after an item, found the end (line 2, column 2).'],
    ["a leading zero", "01", 'Expected nothing after the value, found "1" (line 1, column 2).'],
    ["text after the value", "{} x", 'Expected nothing after the value, found "x" (line 1, column 4).'],
    ["a second byte order mark", "\ufeff\ufeff1", 'Expected a value, found "\ufeff" (line 1, column 1).'],
    ["a string without an end", '["a\\"]', "A string is not closed (line 1, column 2)."],
    [
      "a line break in a string",
      '"a\nb"',
      "A control character in a string must be escaped, as in \\n or \\u0009 (line 1, column 3).",
    ],
    ["an unknown escape", '"\\x41"', "Invalid JSON escape; a backslash is \\\\ (line 1, column 2)."],
    [
      "a repeated key",
      '{"a":1,\n "b":2, "a":3}',
      'The key "a" is duplicated in one object; keep one (line 2, column 9).',
    ],
    [
      "a repeated key, once escaped",
      '{"a":1,"\\u0061":1}',
      'The key "a" is duplicated in one object; keep one (line 1, column 8).',
    ],
    [
      "a repeated number-like key",
      '[{"1":1,"1":1}]',
      'The key "1" is duplicated in one object; keep one (line 1, column 9).',
    ],
    [
      "the key __proto__",
      '{"a":[{"__proto__":null}]}',
      'The key "__proto__" is not allowed; rename it (line 1, column 8).',
    ],
    [
      "the key __proto__, escaped",
      '{"\\u005f_proto__":1}',
      'The key "__proto__" is not allowed; rename it (line 1, column 2).',
    ],
    [
      "a number beyond doubles",
      "[-1e400]",
      'The number "-1e400" is outside ±9007199254740991; send it as a string (line 1, column 2).',
    ],
    [
      "an integer that is not exact",
      "9007199254740993",
      'The number "9007199254740993" is outside ±9007199254740991; send it as a string (line 1, column 1).',
    ],
    [
      "the first negative integer that is not exact",
      '{"a":-9007199254740992}',
      'The number "-9007199254740992" is outside ±9007199254740991; send it as a string (line 1, column 6).',
    ],
    [
      "a large integer with an exponent",
      "1e20",
      'The number "1e20" is outside ±9007199254740991; send it as a string (line 1, column 1).',
    ],
    [
      "half a surrogate pair, escaped",
      '["\\ud83d"]',
      "A string contains half of a surrogate pair; send complete characters (line 1, column 2).",
    ],
    [
      "the halves of a pair in the wrong order",
      '"\\ude00\\ud83d"',
      "A string contains half of a surrogate pair; send complete characters (line 1, column 1).",
    ],
    [
      "half a surrogate pair, bare",
      '"\ud83d"',
      "A string contains half of a surrogate pair; send complete characters (line 1, column 1).",
    ],
    [
      "half a surrogate pair in a key",
      '{"\\uDE00":1}',
      "A key contains half of a surrogate pair; send complete characters (line 1, column 2).",
    ],
    [
      "NUL in a string",
      '{"a":"x\\u0000"}',
      "A string contains the NUL character (U+0000), which cannot be stored; remove it (line 1, column 6).",
    ],
    [
      "NUL in a key",
      '{"\\u0000":1}',
      "A key contains the NUL character (U+0000), which cannot be stored; remove it (line 1, column 2).",
    ],
    ["many objects before a fault", `[${"[{}],".repeat(100)}]`, 'Expected a value, found "]" (line 1, column 502).'],
    [
      "nesting one too deep",
      nest(65),
      "The nesting is deeper than 64 levels; send a flatter value (line 1, column 65).",
    ],
    [
      "nesting that would overflow a stack",
      "[".repeat(4_000_000),
      "The nesting is deeper than 64 levels; send a flatter value (line 1, column 65).",
    ],
    [
      "deep objects",
      '{"a":'.repeat(20_000),
      "The nesting is deeper than 64 levels; send a flatter value (line 1, column 321).",
    ],
  ])("%s", (_, text, detail) => {
    expect(refusalOf(() => parse(text))).toBe(detail);
  });

  test("a long repeated key is truncated in the message", () => {
    const key = "k".repeat(1000);

    const detail = refusalOf(() => parse(`{"${key}":1,"${key}":2}`));

    expect(detail).toContain(`"${"k".repeat(60)}…"`);
    expect(detail?.length).toBeLessThan(150);
  });

  test.each([
    ["a repeated key", (filler: string) => `{"a":"${filler}","a":1}`],
    ["a missing bracket", (filler: string) => `["${filler}"`],
    ["nesting one too deep", (filler: string) => `["${filler}",${nest(64)}]`],
    ["nothing but whitespace", (filler: string) => `${filler.replaceAll("x", " ")} `],
  ])("a body above 4 MiB with %s is rejected without a search for the position", (_, write) => {
    const detail = refusalOf(() => parse(write("x".repeat(4 * 1024 * 1024))));

    expect(detail).toMatch(
      /^The body is not JSON, or it contains a duplicate key, .*Above 4 MiB the position is not reported/,
    );
  });

  test("a body of exactly 4 MiB is still explained", () => {
    const open = `["${"x".repeat(4 * 1024 * 1024 - 3)}"`;

    expect(refusalOf(() => parse(open))).toMatch(/found the end \(line 1, column 4194305\)/);
  });

  test("an unterminated string of a million escapes is rejected like any other", () => {
    expect(refusalOf(() => parse(`"${"\\n".repeat(1_000_000)}`))).toBe("A string is not closed (line 1, column 1).");
  });
});

describe("parseStrictJson against JSON.parse", () => {
  test("any JSON violates one of our rules or is parsed like JSON.parse", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary", maxDepth: 6 }), (text) => {
        const expected: unknown = JSON.parse(text);

        const detail = refusalOf(() => expect(parse(text)).toEqual(expected));

        expect(detail !== undefined).toBe(breaksRules(expected));
      }),
      { numRuns: 2000 },
    );
  });

  test("damaged JSON is rejected with a problem or parsed like JSON.parse", () => {
    const damage = fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0de819-+.E tn\n'), maxLength: 3 });

    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat(4), damage, (json, at, removed, inserted) => {
        const start = at % (json.length + 1);
        const text = json.slice(0, start) + inserted + json.slice(start + removed);

        refusalOf(() => expect(parse(text)).toEqual(JSON.parse(text)));
      }),
      { numRuns: 5000 },
    );
  });

  test("any text is rejected with a problem or parsed", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }), (text) => {
        refusalOf(() => expect(parse(text)).toEqual(JSON.parse(text)));
      }),
    );
  });
});

describe("decodeUtf8", () => {
  test.each(["", "plain", "Crème €", "😀"])("decodes %j", (text) => {
    expect(decodeUtf8(Buffer.from(text))).toBe(text);
  });

  test.each([
    ["a byte of Latin-1", [0x22, 0xe9, 0x22]],
    ["a character cut short", [0x22, 0xe2, 0x82]],
    ["an overlong form", [0xc0, 0x80]],
    ["an encoded surrogate", [0xed, 0xa0, 0x80]],
  ])("rejects %s", (_, bytes) => {
    expect(refusalOf(() => decodeUtf8(Buffer.from(bytes)))).toBe("The body is not valid UTF-8; encode it as UTF-8.");
  });
});

/** Our rules, implemented again without optimization; JSON.stringify never repeats a key or nests too deep here. */
function breaksRules(value: unknown): boolean {
  if (typeof value === "string") return /\0|\p{Surrogate}/u.test(value);
  if (typeof value === "number")
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, member]) => key === "__proto__" || breaksRules(key) || breaksRules(member));
}
