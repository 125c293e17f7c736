import { describe, expect, test } from "vitest";
import { compileExpression } from "./compiling/compile-expression.ts";
import { compileValue } from "./compiling/compile-value.ts";
import { EvaluationError, ExpressionError } from "./expression-error.ts";
import { columnNames } from "./names/column-names.ts";
import { documentPaths } from "./names/document-paths.ts";

const dollar = "$";
const names = columnNames(["a", "b"]);

/** Milliseconds until the error; any other exception fails the test. */
function timeToRefuse(compile: () => unknown): number {
  const started = performance.now();
  try {
    compile();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return performance.now() - started;
  }
  return expect.fail("It is not refused.");
}

describe("is rejected quickly, without crashing the process", () => {
  test.each([
    ["2,000 × (", "(".repeat(2000)],
    ["2,000 × [", "[".repeat(2000)],
    ["2,000 × {", "{".repeat(2000)],
    ["4,000 × !", `${"!".repeat(4000)}1`],
    ["500 chained ternaries", `${"1?1:".repeat(500)}1`],
    ["1,300 × x=>", `${"x=>".repeat(1300)}1`],
    ["1,300 × **1", `1${"**1".repeat(1300)}`],
    ["900 × ({a:", "({a:".repeat(900)],
    ["330 × (function(){", "(function(){".repeat(330)],
    ["a regular expression with counts in counts", "/(a{1,1000}){1,1000}/.test({a})"],
    ["2,000 × ( in a regular expression", `/${"(".repeat(2000)}${")".repeat(2000)}/.test({a})`],
    ["1,900 alternatives", `/${"a|".repeat(1900)}/.test({a})`],
    ["1,000 nested templates", `\`${dollar}{`.repeat(1000)],
    ["1,000 × new", `${"new ".repeat(1000)}Date`],
    ["900 × [...", "[...".repeat(900)],
    ["4,000 × [ in parameters", `(...${"[".repeat(4000)}`],
    ["800 × { in parameters", `(...${"{a:".repeat(800)}`],
    ["2,000 × [ in a class", `/${"[".repeat(2000)}${"]".repeat(2000)}/v.test({a})`],
    ["1,300 names in a string", `'${"{a}".repeat(1300)}'`],
    ["2,000 additions", `1${"+1".repeat(2000)}`],
    ["1,300 × &&", `1${"&&1".repeat(1300)}`],
    ["1,300 × [0]", `[]${"[0]".repeat(1300)}`],
    ["580 × .trim()", `{a}${".trim()".repeat(580)}`],
    ["1,000 × ?.b", `{a}${"?.b".repeat(1000)}`],
    ["600 × await", `${"await ".repeat(600)}1`],
    ["400 × class", "class{x=".repeat(400)],
  ])("%s", (_, source) => {
    expect(timeToRefuse(() => compileExpression(source, names))).toBeLessThan(1000);
    expect(timeToRefuse(() => compileExpression(source, documentPaths()))).toBeLessThan(1000);
  });

  test.each([
    ["2,000 × {", "{".repeat(2000)],
    ["60,000 × {, closed once", `${"{".repeat(60_000)}}`],
    ["30,000 × {a", `${"{a".repeat(30_000)}}`],
    [`30,000 × ${dollar}{`, `${dollar}{`.repeat(30_000)],
    ["30,000 × {'", "{'".repeat(30_000)],
    ["6,000 expressions", "{a.trim()}".repeat(6000)],
    ["16,000 unknown names", "{zz}".repeat(16_000)],
  ])("a value with %s", (_, text) => {
    const manyNames = columnNames([
      "a",
      ...Array.from({ length: 10_000 }, (_name, index) => `a${"a".repeat(50)}${index}`),
    ]);

    expect(timeToRefuse(() => compileValue(text, manyNames))).toBeLessThan(1000);
  });

  test.each([
    ["8,000 nested JSON objects", `${'{"a":'.repeat(8000)}1${"}".repeat(8000)}`],
    ["30,000 escaped braces", "\\{".repeat(30_000)],
    ["one endless name", `{${"w ".repeat(30_000)}}`],
  ])("but not a value with %s, which is text", (_, text) => {
    const started = performance.now();

    expect(compileValue(text, names).reading).toBe("template");
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe("is rejected by the compiler", () => {
  test.each([
    ["an assignment", "{a} = 1", "Assignment is not allowed; write === to compare", 0],
    ["an assignment to a parameter", "[1].map(x => x = 2)", "Assignment is not allowed; write === to compare", 13],
    ["an unknown name", "{a} + price", 'The name "price" is not allowed; write it in braces for a value', 6],
    ["a name of the process", "process.pid", 'The name "process" is not allowed; write it in braces for a value', 0],
    ["an unknown method", "{a}.toUppercase()", 'The method "toUppercase" is not allowed; did you mean toUpperCase?', 4],
    ["an unknown function", "Numbr({a})", 'The function "Numbr" is not allowed; did you mean Number?', 0],
    ["Math.random", "Math.random()", 'The function "Math.random" is not allowed', 0],
    [
      "a property of text",
      "{a}.lenght",
      'The property "lenght" is not allowed: the values are text, which has only .length',
      4,
    ],
    ["an inherited property", "{a}.constructor", 'The property "constructor" is not allowed', 4],
    [
      "a method that is not called",
      "{a}.trim",
      '"trim" is a method: call it with parentheses, or write ["trim"] for a key',
      4,
    ],
    ["a method by a computed name", "{a}['trim']()", "Call a method by its name, such as .trim()", 4],
    ["a function as a value", "x => x", "A function can only be an argument of a method such as map or filter", 0],
    ["a function in a list", "[x => x]", "A function can only be an argument of a method such as map or filter", 1],
    [
      "a function with a body",
      "[1].map(x => { return x })",
      "Write a function without braces, such as x => x.trim()",
      13,
    ],
    [
      "parameters that are patterns",
      "[1].map(([x]) => x)",
      "The parameters of a function must be plain names, such as (x, index) => …",
      9,
    ],
    [
      "parameters with defaults",
      "[1].map((x = 1) => x)",
      "The parameters of a function must be plain names, such as (x, index) => …",
      9,
    ],
    [
      "rest parameters",
      "[1].map((...x) => x)",
      "The parameters of a function must be plain names, such as (x, index) => …",
      12,
    ],
    [
      "an async function",
      "[1].map(async x => x)",
      "A function must be a simple arrow function, such as x => x.trim()",
      8,
    ],
    ["map without a function", "[1].map({a})", "map requires a function, such as x => x.trim()", 4],
    ["sort with a value", "[1].sort(1)", "sort requires a function, such as x => x.trim()", 4],
    ["match with a text", "{a}.match('x')", "match requires a regular expression, such as /[0-9]+/", 4],
    ["replaceAll without g", "{a}.replaceAll(/x/, '')", "replaceAll requires a regular expression with the flag g", 18],
    ["a regular expression as a value", "[/x/]", /^A regular expression is only allowed before/, 1],
    [
      "a regular expression where a text belongs",
      "{a}.includes(/x/)",
      /^A regular expression is only allowed before/,
      13,
    ],
    ["a lookahead, at its place", "{a}.replace(/x(?=y)/, '')", /^Lookahead and lookbehind/, 15],
    ["BigInt", "1n", "BigInt is not allowed; write the number without n", 0],
    ["new of anything else", "new Array(3)", "new is only allowed for Date, as in new Date({createdOn})", 0],
    ["spread in a list", "[...{a}]", "Spreading with ... is not allowed; use concat", 1],
    ["spread in a call", "Math.max(...[1])", "Spreading with ... is not allowed; use concat", 9],
    ["spread in an object", "({...{a}})", "Spreading with ... is not allowed; use concat", 2],
    ["a gap in a list", "[1,,2]", "A list cannot have gaps; write undefined", 0],
    ["the key __proto__", "({'__proto__': 1})", "The key __proto__ is not allowed", 2],
    ["a computed key", "({b: 1, [{a}]: 1})", /^An object can only have plain keys/, 9],
    ["a key with a name in it", "({'{a}': 1})", /^An object can only have plain keys/, 2],
    ["a getter", "({b: 1, get a() { return 1 }})", "An object cannot have methods", 13],
    ["a tagged template", "String.raw`x`", "A template cannot have a tag", 0],
    ["delete", "delete {a}.length", "The operator delete is not allowed", 0],
    ["in", "'a' in {a}", "The operator in is not allowed", 0],
    ["instanceof", "{a} instanceof Date", "The operator instanceof is not allowed", 0],
    ["++", "[1].map(x => x++)", "++ and -- are not allowed; write + 1 or - 1", 13],
    ["two expressions", "1, 2", "A comma between expressions is not allowed; write one expression", 0],
    ["two statements", "1; 2", 'Unexpected ";"', 1],
    ["an optional call", "{a}.trim?.()", "A call with ?.( is not allowed", 0],
    ["an open text", "'abc", "The text is not closed; end it with the same quote", 0],
    ["a line break in a text", "'a\nb'", "A text in quotes must end on its line; write \\n for a line break", 2],
    ["nothing", "", "The expression ends too early", 0],
    ["super", "super.x", "'super' keyword outside a method", 0],
    ["a private name", "{a}.#x", /Private field/, 4],
  ])("%s", (_, source, reason, offset) => {
    const compile = () => compileExpression(source, names);
    const matchesReason = typeof reason === "string" ? reason : expect.stringMatching(reason);

    expect(compile).toThrow(ExpressionError);
    expect(compile).toThrow(expect.objectContaining({ reason: matchesReason, offset }));
  });
});

describe("fails for its values", () => {
  test.each([
    [
      "a method of nothing",
      "undefined.trim()",
      "Cannot call .trim() on undefined; guard it with ?. or give it a value with ??.",
    ],
    ["a member of nothing", "null[0]", "Cannot read 0 of null; guard it with ?. or give it a value with ??."],
    [
      "a method of another kind",
      "(5).trim()",
      ".trim() is not a method of a number; convert it first, for example with String(…).",
    ],
    [
      "a method of a list",
      "[1].trim()",
      ".trim() is not a method of a list; convert it first, for example with String(…).",
    ],
    [
      "a method of an object",
      "({}).trim()",
      ".trim() is not a method of an object; convert it first, for example with String(…).",
    ],
    ["digits out of range", "(1).toFixed(101)", /toFixed\(\) digits.*; use a number in that range\.$/],
    ["a form that is none", "{a}.normalize('x')", /; use NFC, NFD, NFKC or NFKD\.$/],
    ["half a character", "encodeURIComponent('\\ud800')", /; remove incomplete characters from the text\.$/],
    ["a negative count", "{a}.repeat(-1)", "repeat requires a count of zero or more."],
    [
      "reduce of nothing",
      "[].reduce((x, y) => x)",
      "reduce of an empty list requires an initial value as second argument.",
    ],
    ["an invalid date as the result", "new Date('x')", "The result is an invalid date; check its text."],
    ["an invalid date written out", "new Date('x').toISOString()", /; check the text of the date\.$/],
  ])("%s", (_, source, message) => {
    const evaluate = () => compileExpression(source, names).evaluate(["x", "y"]);

    expect(evaluate).toThrow(EvaluationError);
    expect(evaluate).toThrow(message);
  });
});
