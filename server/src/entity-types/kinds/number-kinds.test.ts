import { describe, expect, test } from "vitest";
import { readDecimal } from "./read-number.ts";
import { buildProperty } from "./testing/build-property.ts";
import { readCell, readJson, validateDefinition } from "./testing/read-value.ts";

const tooLarge = "is too large to be stored exactly. Use a string property for such numbers.";
const euros = buildProperty("currency", { currency: "EUR" });

describe("a cell is read as a number", () => {
  test.each([
    ["0", 0],
    ["-0", 0],
    ["007", 7],
    ["+5", 5],
    ["-12.50", -12.5],
    [".5", 0.5],
    ["5.", 5],
    ["1e3", 1000],
    ["1.5E-2", 0.015],
    ["1.234", 1.234],
    ["1,234.50", 1234.5],
    ["-1,234,567", -1_234_567],
    ["1,234,567.891", 1_234_567.891],
    ["1.234,50", 1234.5],
    ["1.234.567", 1_234_567],
    ["9007199254740991", 9_007_199_254_740_991],
  ])("%s", (cell, value) => {
    expect(readCell(cell, buildProperty("number"))).toStrictEqual({ value });
  });
});

describe("an ambiguous or unreadable cell is rejected", () => {
  test.each([
    "1,234",
    "12,5",
    "1,23,456",
    "0,123.4",
    "1.234.56",
    "1,2.3,4",
    "1 234",
    "12a",
    "0x10",
    "Infinity",
    "--1",
    ".",
  ])("%s", (cell) => {
    expect(readCell(cell, buildProperty("number"))).toStrictEqual({
      error: `is not a number: ${cell}. Write it as 1234.5.`,
    });
  });
});

describe("a number is finite, exact and within its bounds", () => {
  test.each([
    [9_007_199_254_740_991, {}, undefined],
    [9_007_199_254_740_992, {}, tooLarge],
    [-1e21, {}, tooLarge],
    [Number.POSITIVE_INFINITY, {}, "must be a finite number."],
    [Number.NaN, {}, "must be a finite number."],
    [5, { min: 5, max: 5 }, undefined],
    [4, { min: 5 }, "must be at least 5."],
    [6, { max: 5 }, "must be at most 5."],
    [6, { min: 1, max: 5 }, "must be from 1 to 5."],
    ["6", {}, "must be a number, such as 1234.5."],
    [true, {}, "must be a number, such as 1234.5."],
    [[1], {}, "must be a number, such as 1234.5."],
  ])("%j with %j", (value, bounds, error) => {
    expect(readJson(value, buildProperty("number", bounds))).toStrictEqual(error === undefined ? { value } : { error });
  });

  test("the same applies to a cell", () => {
    expect(readCell("9007199254740993", buildProperty("number"))).toStrictEqual({ error: tooLarge });
    expect(readCell("1e999", buildProperty("number"))).toStrictEqual({ error: "must be a finite number." });
    expect(readCell("6", buildProperty("number", { max: 5 }))).toStrictEqual({ error: "must be at most 5." });
  });

  test("negative zero becomes zero", () => {
    expect(readJson(-0, buildProperty("number"))).toStrictEqual({ value: 0 });
  });
});

describe("a rating is from 0 to 5 by default", () => {
  test.each([
    [0, {}, undefined],
    [4.5, {}, undefined],
    [5.1, {}, "must be from 0 to 5."],
    [-1, {}, "must be from 0 to 5."],
    [9, { max: 10 }, undefined],
    [-1, { min: -3 }, undefined],
  ])("%j with %j", (value, bounds, error) => {
    const expected = error === undefined ? { value } : { error };
    const property = buildProperty("rating", bounds);

    expect(readJson(value, property)).toStrictEqual(expected);
    expect(readCell(String(value), property)).toStrictEqual(expected);
  });

  test("a value that is not a number is rejected", () => {
    expect(readCell("*****", buildProperty("rating"))).toHaveProperty("error");
    expect(readJson("5", buildProperty("rating"))).toHaveProperty("error");
  });
});

describe("a percentage may carry its sign", () => {
  test.each([
    ["12.5", 12.5],
    ["12.5%", 12.5],
    ["12.5 %", 12.5],
    ["-3%", -3],
    ["1,234.5%", 1234.5],
  ])("%s", (cell, value) => {
    expect(readCell(cell, buildProperty("percent"))).toStrictEqual({ value });
  });

  test.each(["%", "12%%", "%12", "half"])("but %s is rejected", (cell) => {
    expect(readCell(cell, buildProperty("percent"))).toStrictEqual({
      error: `is not a percentage: ${cell}. Write it as 12.5 or 12.5%.`,
    });
  });

  test("in JSON it is a number", () => {
    expect(readJson(12.5, buildProperty("percent"))).toStrictEqual({ value: 12.5 });
    expect(readJson("12.5%", buildProperty("percent"))).toStrictEqual({
      error: "must be a number, such as 12.5 for 12.5 %.",
    });
  });
});

describe("an amount may carry the code or the symbol of its currency", () => {
  test.each([
    ["12.50", "EUR", 12.5],
    ["12.50 EUR", "EUR", 12.5],
    ["eur12.50", "EUR", 12.5],
    ["€ 12.50", "EUR", 12.5],
    ["12.50€", "EUR", 12.5],
    ["-€12.50", "EUR", -12.5],
    ["€-12.50", "EUR", -12.5],
    ["$1,234.50", "USD", 1234.5],
    ["$5", "CAD", 5],
    ["5 kr", "SEK", 5],
    ["CHF 1.234,50", "CHF", 1234.5],
    ["£5", undefined, 5],
    ["5 ₹", undefined, 5],
  ])("%s of %s", (cell, currency, value) => {
    const property = buildProperty("currency", currency === undefined ? {} : { currency });

    expect(readCell(cell, property)).toStrictEqual({ value });
  });

  test.each(["$12.50", "12.50 USD", "EUR", "€", "€5€", "--5", "twelve", "€ 5 EUR"])(
    "but %s is not an amount in euros",
    (cell) => {
      expect(readCell(cell, euros)).toStrictEqual({
        error: `is not an amount: ${cell}. Write it as 12.50 or 12.50 EUR.`,
      });
    },
  );

  test("a code is rejected if the property has no currency", () => {
    expect(readCell("5 EUR", buildProperty("currency"))).toStrictEqual({
      error: "is not an amount: 5 EUR. Write it as 12.50.",
    });
  });
});

describe("an amount has at most four decimals", () => {
  const error = "must have at most 4 decimals. Round it.";

  test.each([
    [12.3456, { value: 12.3456 }],
    [-0.0001, { value: -0.0001 }],
    [12.34567, { error }],
    [0.1 + 0.2, { error }],
    [1e-7, { error }],
    [1e21, { error: tooLarge }],
    ["12.5", { error: "must be a number, such as 12.5." }],
  ])("%j", (value, expected) => {
    expect(readJson(value, euros)).toStrictEqual(expected);
  });

  test("trailing zeros in a cell do not count", () => {
    expect(readCell("12.5000000", euros)).toStrictEqual({ value: 12.5 });
    expect(readCell("12.50001", euros)).toStrictEqual({ error });
  });
});

describe("contradictory bounds are an error of the definition", () => {
  test.each(["number", "currency", "percent", "rating"] as const)("%s", (kind) => {
    expect(validateDefinition(buildProperty(kind, { min: 2, max: 1 }))).toBe(
      "min (2) is greater than max (1). Swap them, or omit one.",
    );
    expect(validateDefinition(buildProperty(kind, { min: 1, max: 1 }))).toBeUndefined();
    expect(validateDefinition(buildProperty(kind))).toBeUndefined();
  });

  test("a rating bound is checked against the default of the other", () => {
    expect(validateDefinition(buildProperty("rating", { min: 6 }))).toMatch(/^min \(6\) is greater than max \(5\)/);
  });
});

test("a long cell that is almost a number is rejected quickly", () => {
  const cell = `${"1".repeat(1_000_000)}x`;

  expect(readCell(cell, buildProperty("number"))).toHaveProperty("error");
  expect(readCell(`1${" ".repeat(1_000_000)}2`, euros)).toHaveProperty("error");
});

describe("a number in the format of the file", () => {
  test.each([
    ["1,234.56", "1,234", 1234],
    ["1,234.56", "-1,234.5", -1234.5],
    ["1,234.56", "1.234,5", undefined],
    ["1.234,56", "1.234", 1234],
    ["1.234,56", "1.234.567,89", 1234567.89],
    ["1.234,56", "1234,5", 1234.5],
    ["1.234,56", ",5", 0.5],
    ["1.234,56", "12.5", undefined],
    ["1.234,56", "1,5,5", undefined],
    ["1 234,56", "1\u202f234,5", 1234.5],
    ["1 234,56", "1 23", undefined],
    ["1'234.56", "1\u2019234.5", 1234.5],
    ["1'234.56", "", undefined],
    [undefined, "1,234", undefined],
  ] as const)("%s: %j is %j", (format, text, number) => {
    expect(readDecimal(text, format)).toBe(number);
  });
});
