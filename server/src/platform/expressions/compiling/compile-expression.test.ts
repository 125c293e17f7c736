import { describe, expect, test } from "vitest";
import { columnNames } from "../names/column-names.ts";
import { documentPaths } from "../names/document-paths.ts";
import { textOfResult } from "../result.ts";
import { compileExpression } from "./compile-expression.ts";

const dollar = "$";

describe("a name in braces is its value", () => {
  const columns = ["brand", "color.name", "color", "item family", 'quo"te', "it's", "a}b", "a", "price", "new", "Date"];
  const names = columnNames(columns);
  const row = ["Nike", "Red", "C", "FAM-1", "Q", "I", "brace", "A", "12.50", "N", "2026-01-02"];

  test.each([
    ["{brand}", "Nike"],
    ["{ brand }", "Nike"],
    ["{color.name} + {color}", "RedC"],
    ["{item family}", "FAM-1"],
    ['{quo"te}', "Q"],
    ["{it's}", "I"],
    ["'{it's}' + \"{quo\"te}\"", "IQ"],
    ["{a}b} + {a}", "braceA"],
    [`\`{a}b}-${dollar}{{a}}\``, "brace-A"],
    ["'\\{a} \\x7ba}' + '\\{nope}'", "{a} {a}{nope}"],
    ["{new}", "N"],
    ["({ a: {a} })['a']", "A"],
    ["[1].map(x => {a})", ["A"]],
    ["[1].map(x => {a} + x)", ["A1"]],
    ["{price} / 2 / 5", 1.25],
    ["{price}/2/5", 1.25],
    ["{price*2}/5", 5],
    ["{price}\n/2/1", 6.25],
    ["/[{}]/.test('}') + '{a}'", "trueA"],
    ["{brand.length + 1}", 5],
    ["{brand.toUpperCase() + price}", "NIKE12.50"],
    ["{color.name.trim().length}", 3],
    ["{Date.slice(0, 4)}", "2026"],
    ["{Number(price) > 10 ? brand : 'none'}", "Nike"],
    ["{[brand, price].map(x => x.length).join()}", "4,5"],
    ["{brand} // {nope}", "Nike"],
    ["/* {nope} */ {brand}", "Nike"],
  ])("%s", (source, expected) => {
    const compiled = compileExpression(source, names);

    expect(compiled.evaluate(row)).toEqual(expected);
    expect(compiled.warnings).toEqual([]);
  });

  test.each([
    ["{nope}", ["nope"]],
    ["{nope} ?? {nope}", ["nope"]],
    ["{color.nope}", ["color.nope"]],
    ["{Price (EUR)}", ["Price (EUR)"]],
    ["{Size/Width}", ["Size/Width"]],
    ["{brand && nope}", ["nope"]],
    ["[1].map(x => [{nope}, {no}][0])[0]", ["nope", "no"]],
  ])("and an unknown one is undefined, with one warning: %s", (source, unknown) => {
    const compiled = compileExpression(source, names);

    expect(compiled.evaluate(row) ?? undefined).toBeUndefined();
    expect(compiled.warnings.map(({ name }) => name)).toEqual(unknown);
  });

  test.each([
    ["'{nope}' === ''", ["nope"], true],
    ['"{nope}" + "{Price EUR}-{brand}"', ["nope", "Price EUR"], "-Nike"],
    ["`{nope}-x`", ["nope"], "-x"],
    ["`{color.nope}`", ["color.nope"], ""],
    ["'{3} {a:1} {} {x*2} \\{nope}'", [], "{3} {a:1} {} {x*2} {nope}"],
  ])("and an unknown one in quotes is empty, with one warning: %s", (source, unknown, expected) => {
    const compiled = compileExpression(source, names);

    expect(compiled.evaluate(row)).toBe(expected);
    expect(compiled.warnings.map(({ name }) => name)).toEqual(unknown);
  });

  test("and the names that are read are reported", () => {
    expect(compileExpression("{brand} + '{color}' + {price * a} + {nope} + {brand}", names).reads).toEqual([
      "brand",
      "color",
      "price",
      "a",
    ]);
  });

  test("and a short row has empty cells", () => {
    expect(compileExpression("{price} === ''", names).evaluate(["Nike"])).toBe(true);
  });
});

describe("values of a document", () => {
  const document = {
    newData: {
      status: "open",
      tags: ["b", "a"],
      size: { sizes: ["S", "M"] },
      items: [{ name: "x", qty: 2 }, { name: "y" }],
    },
    oldData: null,
    count: 3,
    isNew: true,
  };
  const names = documentPaths();

  test.each([
    ["{newData.status} === 'open' && {count} > 2", true],
    ["{newData.status.toUpperCase()}", "OPEN"],
    ["{newData.items.map(item => item.qty ?? 0).join()}", "2,0"],
    ["{newData.items}.filter(item => item.qty).length", 1],
    ["{newData.items}[1].name", "y"],
    ["{newData.items[1].name}", "y"],
    ["{newData}.size.sizes", ["S", "M"]],
    ["{newData.size}['sizes'].length + {newData.size.sizes.length}", 4],
    ["{oldData.status} === undefined", true],
    ["{oldData}?.status", undefined],
    ["{newData} === {newData} && {newData}.tags === {newData.tags}", true],
    ["{newData.tags}.sort().join() + {newData.tags}.join()", "a,ba,b"],
    ["{isNew} + {count}", 4],
    ["typeof {newData} + typeof {oldData} + typeof {absent}", "objectobjectundefined"],
    [`\`${dollar}{{newData}}\``, "[object Object]"],
    [
      "({ status: {newData.status}, tags: {newData.tags}, at: new Date(0) })",
      { status: "open", tags: ["b", "a"], at: "1970-01-01T00:00:00.000Z" },
    ],
    ["{newData}['constructor'] ?? {newData}['__proto__']", undefined],
    ["[undefined, null, NaN]", [null, null, Number.NaN]],
  ])("%s", (source, expected) => {
    const before = structuredClone(document);

    expect(compileExpression(source, names).evaluate(document)).toEqual(expected);
    expect(document).toEqual(before);
  });

  test("a returned object has no prototype that a key could change", () => {
    const hostile = JSON.parse('{"data": {"__proto__": {"polluted": 1}, "a": 1}}');

    const answer = compileExpression("[{data}]", names).evaluate(hostile);

    expect(JSON.stringify(answer)).toBe('[{"__proto__":{"polluted":1},"a":1}]');
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("a condition matches by JavaScript's rules", () => {
  test.each([
    ["{a}", ["0"], true],
    ["{a}", ["false"], true],
    ["{a}", [""], false],
    ["{a}", [false], false],
    ["[]", [""], true],
    ["({})", [""], true],
    ["0", [""], false],
    ["'{a}'.length", ["x"], true],
    ["new Date('x')", [""], true],
    ["{nope}", ["x"], false],
  ])("%s with %j: %s", (source, row, matches) => {
    expect(compileExpression(source, columnNames(["a"])).matches(row)).toBe(matches);
  });
});

describe("dates", () => {
  const names = columnNames(["date"]);

  test.each([
    ["new Date({date}).getHours()", "2026-07-01T00:30:00", 0],
    ["new Date({date}).toString()", "2026-07-01", "Wed Jul 01 2026 00:00:00 GMT+0000 (Coordinated Universal Time)"],
    ["new Date({date}).getTimezoneOffset()", "2026-07-01", 0],
    ["new Date({date})", "2026-07-01 12:00", "2026-07-01T12:00:00.000Z"],
    ["new Date({date})", "2026-07-01T12:00:00+02:00", "2026-07-01T10:00:00.000Z"],
    ["new Date({date})", "July 1, 2026 12:00 GMT+0200", "2026-07-01T10:00:00.000Z"],
    ["new Date(2026, 6, 1)", "", "2026-07-01T00:00:00.000Z"],
    ["Date.now() - new Date()", "", 0],
    ["new Date()", "", "2026-11-15T00:00:00.000Z"],
  ])("%s with %j are in UTC on every machine", (source, date, expected) => {
    const now = () => Date.UTC(2026, 10, 15);

    expect(compileExpression(source, names, { now }).evaluate([date])).toBe(expected);
  });
});

test.each([
  [undefined, ""],
  [null, ""],
  [1.5, "1.5"],
  [true, "true"],
  ["a", "a"],
  [["a", null, ["b", 1]], "a,,b,1"],
])("the text of the result %j is %j", (result, text) => {
  expect(textOfResult(result)).toBe(text);
});

test("an object as a result has no text", () => {
  expect(() => textOfResult({ a: 1 })).toThrow("An object cannot be converted to text; use one of its properties.");
  expect(() => textOfResult([{ a: 1 }])).toThrow("An object cannot be converted to text; use one of its properties.");
});
