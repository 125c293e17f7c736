import { describe, expect, test } from "vitest";
import { EvaluationError, ExpressionError } from "../expression-error.ts";
import { columnNames } from "../names/column-names.ts";
import { documentPaths } from "../names/document-paths.ts";
import { compileValue } from "./compile-value.ts";

const dollar = "$";
const names = columnNames(["brand", "style", "season", "price", "cost", "w", "h", "a", "b", "item family", "Größe"]);
const row = ["Nike", "Air", "fw26", "12.5", "2", "2", "3", "x", "y", "FAM-1", "42"];

function readingOf(text: string) {
  const compiled = compileValue(text, names);
  return {
    reading: compiled.reading,
    result: compiled.evaluate(row),
    warnings: compiled.warnings.map(({ kind }) => kind),
  };
}

describe("a value is used unchanged", () => {
  test.each([["item:footwear"], ["5"], ["=1+1"], [""], [5], [true], [null], [undefined], [["{brand}"]]])(
    "%j",
    (value) => {
      const compiled = compileValue(value, names);

      expect(compiled.reading).toBe("literal");
      expect(compiled.evaluate(row)).toBe(value);
      expect(compiled.reads).toEqual([]);
    },
  );
});

describe("a value is parsed as an expression", () => {
  test.each([
    ["={price} - {cost}", 10.5],
    ["={brand}", "Nike"],
    ["=`{w} * {h}`", "2 * 3"],
    ["{price} * 2", 25],
    ["{w} % {h}", 2],
    ["{w} ** {h}", 8],
    ["{brand} + '-' + {style}", "Nike-Air"],
    [`\`${dollar}{{brand}}-x\``, "Nike-x"],
    ["{season}.toUpperCase()", "FW26"],
    ["{season.toUpperCase()}.slice(0, 2)", "FW"],
    ["{a} && {b}", "y"],
    ["{a} ?? {b}", "x"],
    ["{w} === '2'", true],
    ["{w} != {h}", true],
    ["{w} <= {h}", true],
    ["!{a}", false],
    ["typeof {a}", "string"],
    ['"{a}"', "x"],
    ["'{brand}' === 'Nike' ? 'yes' : 'no'", "yes"],
    ["[{a}, {b}]", ["x", "y"]],
    ["({x: 'X'})[{a}]", "X"],
    ["new Date({price})", undefined],
    ["Number({price})", 12.5],
  ])("%s", (text, result) => {
    const compiled = compileValue(text, names, { now: () => 0 });

    expect(compiled.reading).toBe("expression");
    if (result !== undefined) expect(compiled.evaluate(row)).toEqual(result);
    expect(compiled.warnings).toEqual([]);
  });
});

describe("a value is parsed as text with names in it", () => {
  test.each([
    ["{brand}-{style}", "Nike-Air"],
    ["{season}-2026", "fw26-2026"],
    ["{season.toUpperCase()}-26", "FW26-26"],
    ["{brand}.jpg", "Nike.jpg"],
    ["{brand} ({style})", "Nike (Air)"],
    ["X-{season.toUpperCase()}", "X-FW26"],
    ["{item family}/{Größe}", "FAM-1/42", "read-as-text"],
    ["{ brand }", "Nike"],
    ["{price*2}", 25],
    [`${dollar}${dollar}{price}`, "$12.5"],
    [`${dollar}{price}`, "12.5"],
    [`${dollar}{brand.length} letters`, "4 letters"],
    [`${dollar}{{brand}.toUpperCase()}!`, "NIKE!"],
    ["Is it {a}?", "Is it x?"],
    ["{a}: {b}", "x: y"],
    ["{a}, {b}", "x, y"],
    ["{a} is < {b}", "x is < y"],
    ["https://example.com/{brand}?q={style}#top", "https://example.com/Nike?q=Air#top"],
    ['{"json": 1}', '{"json": 1}'],
    ['{"brand": "{brand}", "style": {"name": "{style}"}}', '{"brand": "Nike", "style": {"name": "Air"}}'],
    ["\\{brand} is {brand}", "{brand} is Nike"],
    ["{brand", "{brand", "kept-as-text"],
    ["{brand} {", "Nike {", "kept-as-text"],
    ["{brand.toUpper()} {brand}", "{brand.toUpper()} Nike", "kept-as-text"],
    ["{price} - {cost}", "12.5 - 2", "read-as-text"],
    ["{a}/{b}", "x/y", "read-as-text"],
    ["{a} + {b}", "x + y", "read-as-text"],
    ["{a} > {b}", "x > y", "read-as-text"],
    ["{brand}.length", "Nike.length", "read-as-text"],
    ["{brand}[0]", "Nike[0]", "read-as-text"],
    ["-{price}", "-12.5", "read-as-text"],
    ["x{nope}y", "xy", "unknown-name"],
    ["{nope}", undefined, "unknown-name"],
    ["{nope} and {nope}", " and ", "unknown-name"],
    ["{Price (EUR)}!", "!", "unknown-name"],
  ])("%s", (text, result, ...warnings) => {
    expect(readingOf(text)).toEqual({ reading: "template", result, warnings: warnings.filter(Boolean) });
  });

  test("values are data: their content is never parsed again", () => {
    const hostile = `{brand} \`${dollar}{7*7}\` ' " \\`;

    expect(compileValue("<{a}>", names).evaluate(row.with(7, hostile))).toBe(`<${hostile}>`);
    expect(compileValue("'<{a}>'", names).evaluate(row.with(7, hostile))).toBe(`<${hostile}>`);
  });

  test("an unknown name is reported with its position and the closest known one", () => {
    expect(compileValue("by {brandd}", names).warnings).toEqual([
      {
        kind: "unknown-name",
        offset: 3,
        name: "brandd",
        closest: "brand",
        message: 'There is no "brandd"; did you mean "brand"?',
      },
    ]);
  });

  test("braces kept as text are reported with the reason", () => {
    expect(compileValue("by {brand.toUppercase()}", names).warnings).toEqual([
      {
        kind: "kept-as-text",
        offset: 3,
        message: 'This brace is kept as text: The method "toUppercase" is not allowed; did you mean toUpperCase?',
      },
    ]);
  });

  test("only names that are used are read", () => {
    expect(compileValue("{brand} {style.nope()} {season.trim()}", names).reads).toEqual(["brand", "season"]);
  });
});

describe("a text is rejected", () => {
  test.each([
    ["with = and a mistake behind it", "={price} -", /ends too early \(at character 11\)/],
    ["with = and something that is not allowed", "={price}.eval()", /"eval" is not allowed.*\(at character 10\)/],
    ["with 17 unreadable braces", "{a !".repeat(17), /More than 16 braces.*\(at character 65\)/],
    ["with 401 names", "{a} ".repeat(401), /more than 400 names/],
    ["that is too long", `{a}${"x".repeat(65_536)}`, /longer than 65536 characters/],
  ])("%s", (_, text, message) => {
    const compile = () => compileValue(text, names);

    expect(compile).toThrow(ExpressionError);
    expect(compile).toThrow(message);
  });

  test("but not with one less of each", () => {
    expect(compileValue("{a !".repeat(16), names).reading).toBe("template");
    expect(compileValue("{a} ".repeat(400), names).evaluate(row)).toBe("x ".repeat(400));
    expect(compileValue(`{a}${"x".repeat(65_533)}`, names).evaluate(row)).toHaveLength(65_534);
  });
});

describe("in text, a value of a document becomes", () => {
  const document = {
    none: null,
    list: ["a", null, 2],
    object: { a: 1 },
    number: 1.5,
    flag: false,
    big: Array.from({ length: 10_000 }, (_, index) => index),
  };

  test.each([
    ["<{none}>", "<>"],
    ["<{absent.deep}>", "<>"],
    ["<{list}>", "<a,,2>"],
    ["<{number}{flag}>", "<1.5false>"],
  ])("%s → %s", (text, result) => {
    const compiled = compileValue(text, documentPaths());

    expect(compiled.reading).toBe("template");
    expect(compiled.evaluate(document)).toBe(result);
  });

  test("an error when it is an object", () => {
    const compiled = compileValue("<{object}>", documentPaths());

    expect(() => compiled.evaluate(document)).toThrow(EvaluationError);
    expect(() => compiled.evaluate(document)).toThrow(
      "An object cannot be converted to text; use one of its properties.",
    );
  });

  test("unchanged when it is the whole text, at any size", () => {
    for (const name of ["none", "list", "object", "number", "flag", "big"] as const) {
      expect(compileValue(`{${name}}`, documentPaths()).evaluate(document)).toBe(document[name]);
      expect(compileValue(`={${name}}`, documentPaths()).evaluate(document)).toBe(document[name]);
    }
    expect(compileValue("{absent.deep}", documentPaths()).evaluate(document)).toBeUndefined();
  });
});
