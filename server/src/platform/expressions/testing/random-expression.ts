import fc from "fast-check";
import type { JsonValue } from "../../json-value.ts";

/** The names that random expressions read. */
export const names = ["c0", "c1", "c2", "c3", "c4", "c5"] as const;

const texts = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "b",
    "abc",
    "a,b, c",
    " x ",
    "0",
    "1",
    "-1",
    "12.50",
    "1e3",
    "Infinity",
    "NaN",
    "null",
    "true",
  ),
  fc.constantFrom(
    "Straße",
    "İ",
    "é",
    "e\u0301",
    "\u00a0",
    "2026-03-04",
    "2026-03-04T05:06:07Z",
    "1/2/2026",
    "Jan 5 2026",
  ),
  fc.constantFrom("😀", "😀x", "$&-$1", "AbC aBc", "2", "0x1F", "  7", "1,2,3", "ſk\u212a"),
  fc.string({ maxLength: 6 }),
);
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 2, 3, 10, 0.5, 1.5, -7.25, 255, 2 ** 31, 2 ** 53, 1e21, 1e-7, 100, 1e300),
  fc.integer({ min: -20, max: 20 }),
  fc.double(),
);

/** The values of the names; null is JSON's form of NaN. */
export const randomValues: fc.Arbitrary<Record<string, JsonValue>> = fc
  .tuple(
    texts,
    texts,
    numbers.map((number) => (Number.isFinite(number) ? number : null)),
    fc.constantFrom(true, false, null),
    fc.array(fc.oneof(texts, fc.integer({ min: -3, max: 12 }), fc.constantFrom(null, true)), { maxLength: 5 }),
  )
  .map(([c0, c1, c2, c3, c4]) => ({ c0, c1, c2: Object.is(c2, -0) ? 0 : c2, c3, c4 }));

/** With u: without it V8 splits surrogate pairs, which the engine never does. */
const patterns = fc.constantFrom(
  "/[a-c]+/u",
  "/a/gu",
  "/(\\d+)/u",
  "/(\\w)(\\w)?/gu",
  "/\\s+/gu",
  "/B/iu",
  "/^.|.$/gsu",
  "/(?<first>.)/u",
  "/,\\s*/u",
  "/x*/gu",
  "/\\b/gu",
  "/[^\\w]/u",
);
const replacements = fc.constantFrom("'-'", "'[$&]'", "'$1$2$$'", "'$`'", '"$\'"', "'$<first>'", "''", "'$10$0'");
const binary = fc.constantFrom(
  ...[
    "+",
    "+",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    ">>>",
    "==",
    "!=",
    "===",
    "!==",
    "<",
    ">",
    "<=",
    ">=",
  ],
);
const unary = fc.constantFrom("!", "-", "+", "~", "typeof ", "void ");
const functions = fc.constantFrom(
  ...["Number", "String", "Boolean", "parseInt", "parseFloat", "isNaN", "isFinite", "encodeURIComponent"],
  ...[
    "Math.max",
    "Math.min",
    "Math.round",
    "Math.floor",
    "Math.abs",
    "Math.pow",
    "Math.sign",
    "Math.hypot",
    "Math.trunc",
  ],
  ...[
    "Number.isInteger",
    "Number.isNaN",
    "Number.isSafeInteger",
    "Array.isArray",
    "Date.parse",
    "Date.UTC",
    "new Date",
  ],
);
const noArgument = fc.constantFrom(
  ...["trim", "trimStart", "trimEnd", "toUpperCase", "toLowerCase", "toString", "valueOf", "reverse", "sort", "flat"],
  ...[
    "toReversed",
    "toSorted",
    "normalize",
    "toFixed",
    "join",
    "slice",
    "getTime",
    "getFullYear",
    "getMonth",
    "getDay",
  ],
  ...[
    "getHours",
    "getUTCDate",
    "getTimezoneOffset",
    "toISOString",
    "toJSON",
    "toUTCString",
    "toDateString",
    "toTimeString",
  ],
);
const oneArgument = fc.constantFrom(
  ...["at", "charAt", "charCodeAt", "codePointAt", "concat", "endsWith", "includes", "indexOf", "lastIndexOf", "slice"],
  ...[
    "startsWith",
    "substring",
    "substr",
    "split",
    "join",
    "toFixed",
    "toPrecision",
    "toString",
    "flat",
    "localeCompare",
  ],
  ...["toExponential", "padEnd", "padStart", "normalize", "repeat"],
);
const twoArguments = fc.constantFrom(
  ...[
    "slice",
    "substring",
    "substr",
    "indexOf",
    "lastIndexOf",
    "includes",
    "concat",
    "startsWith",
    "endsWith",
    "split",
  ],
  ...["padStart", "padEnd", "replace", "replaceAll"],
);
const testing = fc.constantFrom(
  "filter",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "some",
  "every",
  "map",
  "flatMap",
);
const arrows = fc.constantFrom("(x, y) => ", "(y, x) => ", "(x, y, z) => ");
const named = fc.constantFrom("Number", "String", "Boolean", "parseInt", "isNaN");
const placeholders = fc.constantFrom(...names.map((name) => `{${name}}`));
const leaves = fc.oneof(
  { weight: 6, arbitrary: placeholders },
  { weight: 2, arbitrary: texts.map((text) => JSON.stringify(text)) },
  {
    weight: 2,
    arbitrary: numbers.map((number) => (number < 0 || Object.is(number, -0) ? `(${number})` : String(number))),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("true", "false", "null", "undefined", "NaN", "Infinity", "[]", "({})", "Math.PI"),
  },
);

/** Not an interface: fast-check types its recursion with a record. */
type Expressions = { readonly any: string; readonly method: string; readonly list: string; readonly body: string };

interface Parts {
  readonly any: fc.Arbitrary<string>;
  /** Receivers of methods and members. */
  readonly receiver: fc.Arbitrary<string>;
  /** Of an arrow function. */
  readonly body: fc.Arbitrary<string>;
}

/** Source text of allowed expressions, many of which fail during evaluation. */
export const randomExpression: fc.Arbitrary<string> = fc.letrec<Expressions>((tie) => {
  const receiver = fc.oneof(
    { weight: 1, arbitrary: fc.oneof(tie("any"), tie("method")).map((source) => `(${source})`) },
    { weight: 2, arbitrary: tie("list").map((source) => `(${source})`) },
    { weight: 2, arbitrary: tie("any").map((source) => `String(${source})`) },
  );
  const parts: Parts = { any: tie("any"), body: tie("body"), receiver };
  return {
    any: fc.oneof({ depthSize: "small" }, leaves, ...operations(parts), ...members(parts), tie("method"), tie("list")),
    method: fc.oneof(...methodCalls(parts), ...patternCalls(parts)),
    list: fc.oneof(...lists(parts)),
    body: fc.oneof(...bodies(parts)),
  };
}).any;

function operations({ any }: Parts): fc.Arbitrary<string>[] {
  const logical = fc.constantFrom("&&", "||", "??");
  return [
    fc.tuple(any, binary, any).map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc.tuple(any, any).map(([left, right]) => `((${left}) ** (${right}))`),
    fc.tuple(unary, any).map(([operator, operand]) => `(${operator}(${operand}))`),
    fc.tuple(any, logical, any).map(([left, operator, right]) => `((${left}) ${operator} (${right}))`),
    fc.tuple(any, any, any).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
    fc.tuple(functions, fc.array(any, { maxLength: 3 })).map(([name, args]) => `(${name}(${args.join(", ")}))`),
    fc.tuple(any, any).map(([first, second]) => `\`\${${first}}-\${${second}}\``),
  ];
}

function members({ any, receiver }: Parts): fc.Arbitrary<string>[] {
  const access = fc.constantFrom(".length", "?.length", "?.[0]", "?.trim()", "?.at(-1)", "?.[0]?.length.toFixed(1)");
  return [
    fc.tuple(receiver, any).map(([object, key]) => `${object}[${key}]`),
    fc.tuple(receiver, access).map(([object, link]) => `${object}${link}`),
    fc.tuple(any, any, any).map(([first, second, key]) => `({ a: ${first}, 'b': ${second}, 1: 1 })[${key}]`),
    fc.tuple(any, any).map(([first, second]) => `({ a: ${first}, b: [${second}] })`),
  ];
}

function methodCalls({ any, receiver }: Parts): fc.Arbitrary<string>[] {
  return [
    fc.tuple(receiver, noArgument).map(([object, name]) => `${object}.${name}()`),
    fc.tuple(receiver, oneArgument, any).map(([object, name, arg]) => `${object}.${name}(${arg})`),
    fc.tuple(receiver, twoArguments, any, any).map(([object, name, a, b]) => `${object}.${name}(${a}, ${b})`),
  ];
}

function patternCalls({ any }: Parts): fc.Arbitrary<string>[] {
  const text = any.map((source) => `String(${source})`);
  const searches = fc.constantFrom("match", "search", "split");
  const tests = fc.constantFrom("test", "exec");
  return [
    fc.tuple(text, patterns, replacements).map(([object, pattern, by]) => `${object}.replace(${pattern}, ${by})`),
    fc.tuple(text, patterns).map(([object, pattern]) => `${object}.replace(${pattern}, (x, y, z) => y + '|' + z + x)`),
    fc.tuple(text, searches, patterns).map(([object, name, pattern]) => `${object}.${name}(${pattern})`),
    fc.tuple(patterns, tests, any).map(([pattern, name, searched]) => `${pattern}.${name}(${searched})`),
  ];
}

function lists({ any, receiver, body }: Parts): fc.Arbitrary<string>[] {
  return [
    fc.array(any, { maxLength: 4 }).map((items) => `[${items.join(", ")}]`),
    fc.tuple(receiver, testing, arrows, body).map(([object, name, arrow, x]) => `${object}.${name}(${arrow}${x})`),
    fc.tuple(receiver, testing, named).map(([object, name, callback]) => `${object}.${name}(${callback})`),
    fc.tuple(receiver, body, any).map(([object, x, start]) => `${object}.reduce((x, y) => ${x}, ${start})`),
    fc.tuple(receiver, body).map(([object, x]) => `${object}.reduceRight((x, y) => ${x})`),
    fc.tuple(receiver, body).map(([object, x]) => `${object}.sort((x, y) => ${x})`),
  ];
}

function bodies({ any }: Parts): fc.Arbitrary<string>[] {
  return [
    fc.constantFrom("x", "y", "(x + y)", "(x - y)", "(x > y)", "[x, y]", "String(x).length", "x.trim()", "(x === y)"),
    fc.constantFrom("String(x).split('').map(y => y + x).join('')", "[x].map(z => z + y)", "[y, x].sort()[0]"),
    fc.tuple(fc.constantFrom("x", "y"), binary, any).map(([name, operator, other]) => `(${name} ${operator} ${other})`),
  ];
}
