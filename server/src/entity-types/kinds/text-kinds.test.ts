import { describe, expect, test } from "vitest";
import { buildProperty } from "./testing/build-property.ts";
import { readCell, readJson } from "./testing/read-value.ts";

const nul = "contains the NUL character (U+0000), which cannot be stored. Remove it.";
const half = "contains half of a surrogate pair. Send complete characters.";

describe.each(["string", "text"] as const)("a %s is stored unchanged", (kind) => {
  const property = buildProperty(kind);

  test.each(["", "Parka", "true", "12.50", "é😀\u0065\u0301", "a\nb\tc", "a".repeat(1_048_576)])("%.20j", (text) => {
    expect(readJson(text, property)).toStrictEqual({ value: text });
    expect(readCell(text, property)).toStrictEqual({ value: text });
  });

  test.each([
    ["a\0b", nul],
    ["a\ud800b", half],
    ["\udc00", half],
    ["é".repeat(524_289), "must have at most 1048576 bytes. Shorten it, or store it in a file."],
  ])("but %.20j is rejected", (text, error) => {
    expect(readJson(text, property)).toStrictEqual({ error });
    expect(readCell(text, property)).toStrictEqual({ error });
  });

  test.each([1, true, {}, ["a"]])("%j is not a text", (value) => {
    expect(readJson(value, property)).toStrictEqual({ error: 'must be a string, such as "Parka".' });
  });
});

describe("a url is an absolute http or https URL, stored unchanged", () => {
  const property = buildProperty("url");

  test.each([
    "https://example.com",
    "HTTP://Example.com:8080/a%20b?c=d#e",
    "https://bücher.example/größe",
    "https://[::1]/",
  ])("%s", (text) => {
    expect(readJson(text, property)).toStrictEqual({ value: text });
    expect(readCell(text, property)).toStrictEqual({ value: text });
  });

  test.each([
    "example.com",
    "/a/b",
    "//example.com",
    "http:example.com",
    "https://",
    "https://exa mple.com",
    "javascript:alert(1)",
    "ftp://example.com",
    "https://example.com:99999",
  ])("but %s is rejected", (text) => {
    const error = `is not an absolute URL: ${text}. Write it as https://example.com/parka.`;

    expect(readJson(text, property)).toStrictEqual({ error });
    expect(readCell(text, property)).toStrictEqual({ error });
  });

  test("a URL that contains a line break is rejected", () => {
    expect(readJson("https://example.com/a\nb", property)).toHaveProperty("error");
    expect(readJson("https://example.com/\0", property)).toStrictEqual({ error: nul });
    expect(readJson(1, property)).toStrictEqual({ error: "must be a URL, such as https://example.com/parka." });
  });
});

describe("a boolean is true or false, and in a cell also yes, no, 1 and 0", () => {
  const property = buildProperty("boolean");

  test.each([
    ["true", true],
    ["TRUE", true],
    ["Yes", true],
    ["1", true],
    ["False", false],
    ["no", false],
    ["0", false],
  ])("%s", (cell, value) => {
    expect(readCell(cell, property)).toStrictEqual({ value });
    expect(readJson(value, property)).toStrictEqual({ value });
  });

  test.each(["y", "on", "2", "constructor", "__proto__"])("but the cell %s is rejected", (cell) => {
    expect(readCell(cell, property)).toStrictEqual({
      error: `is neither true nor false: ${cell}. Write it as true or false.`,
    });
  });

  test.each(["true", 1, 0, []])("and the JSON %j is rejected", (value) => {
    expect(readJson(value, property)).toStrictEqual({ error: "must be true or false." });
  });
});

describe("json accepts any JSON", () => {
  const property = buildProperty("json");
  const nest = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

  test.each(['{"a": [1, null, "x", {"b": false}]}', '"text"', "12.5", "null", " [ ] ", '{"constructor": 1}', nest(63)])(
    "%.40s",
    (cell) => {
      const value = JSON.parse(cell);

      expect(readCell(cell, property)).toStrictEqual({ value });
      expect(readJson(value, property)).toStrictEqual({ value });
    },
  );

  test.each([
    ["{a: 1}", 'is not JSON: {a: 1}. Write it as {"key": "value"}, [1, 2] or "text".'],
    ["Parka", 'is not JSON: Parka. Write it as {"key": "value"}, [1, 2] or "text".'],
    ['["a\\u0000"]', nul],
    ['{"\\u0000": 1}', nul],
    ['{"a": ["\\ud800"]}', half],
    ['{"a": {"__proto__": {}}}', 'contains the key "__proto__". Rename it.'],
    ["[1e400]", "contains a number that cannot be stored exactly. Write it as a string."],
    ["9007199254740993", "contains a number that cannot be stored exactly. Write it as a string."],
    [nest(64), "is nested deeper than 63 levels. Make it flatter."],
    [nest(200_000), "is nested deeper than 63 levels. Make it flatter."],
  ])("but the cell %.40s is rejected", (cell, error) => {
    expect(readCell(cell, property)).toStrictEqual({ error });
  });

  test("a value that no body could contain is rejected as well", () => {
    expect(readJson({ a: [Number.NaN] }, property)).toHaveProperty("error");
    expect(readJson(JSON.parse('{"__proto__": 1}'), property)).toHaveProperty("error");
    expect(readJson(["\0"], property)).toStrictEqual({ error: nul });
  });
});

test("an error shows the beginning of a long value, in whole characters that can be stored", () => {
  const reading = readCell(`a\0\n${"x".repeat(76)}😀${"y".repeat(1000)}`, buildProperty("date"));

  expect(reading).toStrictEqual({
    error: `is not a date: a\ufffd\ufffd${"x".repeat(76)}…. Write it as 2026-12-31.`,
  });
});
