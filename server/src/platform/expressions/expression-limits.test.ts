import { describe, expect, test } from "vitest";
import type { JsonValue } from "../json-value.ts";
import { compileExpression } from "./compiling/compile-expression.ts";
import { EvaluationError, ExpressionError } from "./expression-error.ts";
import { columnNames } from "./names/column-names.ts";
import { documentPaths } from "./names/document-paths.ts";

const dollar = "$";

function evaluate(source: string, row: readonly JsonValue[] = []): JsonValue {
  return compileExpression(source, columnNames(["a", "b"])).evaluate(row);
}

describe("a source at its limit is compiled, and one beyond it is rejected", () => {
  test.each([
    ["characters", `'${"x".repeat(4094)}'`, `'${"x".repeat(4095)}'`, /longer than 4096 characters/],
    ["parts", `[${"1,".repeat(399)}]`, `[${"1,".repeat(400)}]`, /more than 400 parts/],
    ["names in a text", `'${"{a}".repeat(399)}'`, `'${"{a}".repeat(400)}'`, /more than 400 parts/],
    [
      "nested parentheses",
      `${"(".repeat(118)}1${")".repeat(118)}`,
      `${"(".repeat(120)}1${")".repeat(120)}`,
      /nested too deeply/,
    ],
    [
      "nested groups",
      `/${"(?:".repeat(230)}a${")".repeat(230)}/.test('a')`,
      `/${"(?:".repeat(240)}a${")".repeat(240)}/.test('a')`,
      /nested too deeply/,
    ],
    ["parts of a pattern", "/a{997}/.test('')", "/a{998}/.test('')", /regular expression is too large/],
  ])("%s", (_, allowed, refused, message) => {
    expect(() => evaluate(allowed)).not.toThrow();
    expect(() => evaluate(refused)).toThrow(ExpressionError);
    expect(() => evaluate(refused)).toThrow(message);
  });
});

describe("an evaluation at its limit succeeds, and one beyond it fails", () => {
  const list = (length: number) => Array.from({ length }, (_, index) => String(index % 10)).join(",");

  test.each([
    [
      "the length of a text, by repeat",
      "'x'.repeat(65536).length",
      "'x'.repeat(65537).length",
      /longer than 65536 characters/,
    ],
    ["by padding", "'x'.padStart(65536).length", "'x'.padStart(65537).length", /longer than 65536 characters/],
    [
      "by adding",
      "('x'.repeat(65535) + 'y').length",
      "('x'.repeat(65536) + 'y').length",
      /longer than 65536 characters/,
    ],
    [
      "by joining",
      "['x'.repeat(65534), 'y'].join().length",
      "['x'.repeat(65535), 'y'].join().length",
      /longer than 65536 characters/,
    ],
    [
      "by concat",
      "'x'.repeat(65535).concat('y').length",
      "'x'.repeat(65536).concat('y').length",
      /longer than 65536 characters/,
    ],
    [
      "by a replacement",
      "'x'.repeat(65535).replace('x', 'yy').length",
      "'x'.repeat(65536).replace('x', 'yy').length",
      /longer than 65536/,
    ],
    [
      "by another case",
      "'\\u0149'.repeat(32768).toUpperCase().length",
      "'\\u0149'.repeat(32769).toUpperCase().length",
      /longer than 65536/,
    ],
    [
      "by a template",
      `\`${dollar}{'x'.repeat(65535)}y\`.length`,
      `\`${dollar}{'x'.repeat(65536)}y\`.length`,
      /longer than 65536 characters/,
    ],
    [
      "the text made in all",
      "['x'.repeat(65536)].map(x => [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15].map(y => x.slice()).length)[0]",
      "['x'.repeat(65536)].map(x => [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16].map(y => x.slice()).length)[0]",
      /created more than 1048576 characters/,
    ],
  ])("%s", (_, allowed, refused, message) => {
    expect(evaluate(allowed)).toBeTypeOf("number");
    expect(() => evaluate(refused)).toThrow(EvaluationError);
    expect(() => evaluate(refused)).toThrow(message);
  });

  test.each([
    ["the length of a list, by split", "{a}.split(',').length", 4096],
    ["by split with a pattern", "{a}.split(/,/).length", 4096],
    ["by match", "{a}.match(/[0-9]/g).length", 4096],
  ])("%s", (_, source, lengthMax) => {
    expect(evaluate(source, [list(lengthMax)])).toBe(lengthMax);
    expect(() => evaluate(source, [list(lengthMax + 1)])).toThrow(/more than 4096 entries/);
  });

  test.each([
    ["by concat", "{a}.split(',').concat({a}.split(',')).length"],
    ["by flat", "[{a}.split(','), {a}.split(',')].flat().length"],
    ["by flatMap", "[1, 2].flatMap(x => {a}.split(',')).length"],
  ])("the length of a list, %s", (_, source) => {
    expect(evaluate(source, [list(2048)])).toBe(4096);
    expect(() => evaluate(source, [list(2049)])).toThrow(/more than 4096 entries/);
  });

  test("steps", () => {
    // A call takes 1 step, and so does each part of split, each item of map and each item of a list.
    const source = "{a}.split(',').map(x => [1, 2].map(y => y)).length";

    expect(evaluate(source, [list(2856)])).toBe(2856);
    expect(() => evaluate(source, [list(2857)])).toThrow(/more than 20000 steps/);
  });

  test("characters searched", () => {
    expect(evaluate("{a}.includes('y')", ["x".repeat(260_000)])).toBe(false);
    expect(() => evaluate("{a}.includes('y')", ["x".repeat(265_000)])).toThrow(/more than 262144 characters/);
  });

  test.each([
    ["a conversion of long text", "[1,2,3,4,5].map(x => Number({a}))"],
    ["a change of long text", "[1,2,3,4,5].map(x => {a}.trim().length)"],
    ["a comparison of long texts", "[1,2,3,4,5].map(x => {a} < {b})"],
    ["an equality of long texts", "[1,2,3,4,5].map(x => {a} === {b})"],
    ["a search for long text", "[1,2,3,4,5].map(x => {a}.startsWith({b}))"],
    ["a long key", "[1,2,3,4,5].map(x => ({})[{a}])"],
    ["a long date", "[1,2,3,4,5].map(x => new Date({a}).getTime())"],
    ["a sort of long texts", "[{a}, {b}, {a}, {b}, {a}, {b}].sort().length"],
    ["a list of long texts searched", "[{a}, {a}, {a}, {a}, {a}].includes({b})"],
    ["a test of long text", "[1,2,3,4,5].map(x => /b/.test({a}))"],
  ])("characters searched by %s", (_, source) => {
    const texts = (length: number) => ["x".repeat(length), "x".repeat(length - 1).concat("y")];

    expect(() => evaluate(source, texts(10_000))).not.toThrow();
    expect(() => evaluate(source, texts(60_000))).toThrow(/more than 262144 characters/);
  });

  test("characters of the result", () => {
    const source = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18].map(x => {a})";

    expect(evaluate(source, ["x".repeat(58_000)])).toHaveLength(18);
    expect(() => evaluate(source, ["x".repeat(59_000)])).toThrow(/created more than 1048576 characters/);
  });

  test("a cell of any length may be read, cut and copied unchanged", () => {
    const cell = "x".repeat(2_000_000);

    expect(evaluate("{a}", [cell])).toBe(cell);
    expect(evaluate("{a}.slice(-3) + {a}.length", [cell])).toBe("xxx2000000");
    expect(evaluate("{a} ? 1 : 2", [cell])).toBe(1);
    expect(evaluate("{a}.split(';').length", [`${"x".repeat(50_000)};`.repeat(4)])).toBe(5);
  });

  test("nesting of values", () => {
    const nested = (depth: number) => JSON.parse(`${"[".repeat(depth)}1${"]".repeat(depth)}`);
    const names = documentPaths();

    expect(compileExpression("{a}.length", names).evaluate({ a: nested(101) })).toBe(1);
    expect(() => compileExpression("{a}.length", names).evaluate({ a: nested(102) })).toThrow(/deeper than 100 levels/);
    expect(compileExpression("String({a})", names).evaluate({ a: nested(101) })).toBe("1");
    expect(() => compileExpression("String([{a}])", names).evaluate({ a: nested(101) })).toThrow(
      /deeper than 100 levels/,
    );
    expect(() => compileExpression("[{a}]", names).evaluate({ a: nested(101) })).toThrow(/deeper than 100 levels/);
  });

  test("lists of a document", () => {
    const list = Array.from({ length: 4097 }, () => 1);

    expect(() => compileExpression("{a}.length", documentPaths()).evaluate({ a: list })).toThrow(
      /more than 4096 entries/,
    );
    expect(compileExpression("{a.length}", documentPaths()).evaluate({ a: list })).toBe(4097);
  });
});

describe("fuel spent in one evaluation is available to the next", () => {
  test("two hundred rows of heavy work each", () => {
    const compiled = compileExpression("{a}.split(',').map(x => x + x).join('').length", columnNames(["a"]));
    const row = [Array.from({ length: 2000 }, () => "abc").join(",")];

    for (let index = 0; index < 200; index++) expect(compiled.evaluate(row)).toBe(12_000);
  });
});
