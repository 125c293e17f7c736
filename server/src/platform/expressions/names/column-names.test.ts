import { describe, expect, test } from "vitest";
import { columnNames } from "./column-names.ts";

const columns = ["a", "ab", "a b", "a}", "a}b}", "constructor", "__proto__", "Größe"];
const names = columnNames(columns);
const row = columns.map((_, index) => String(index));

describe("the longest known name followed by a closing brace", () => {
  test.each([
    ["a}", "a", 2],
    ["ab}", "ab", 3],
    ["a b}", "a b", 4],
    ["  a b  } + 1", "a b", 8],
    ["a}}", "a}", 3],
    ["a}b}}", "a}b}", 5],
    ["a}b}", "a", 2],
    ["a}b} }", "a}b}", 6],
    ["__proto__}", "__proto__", 10],
    ["Größe}", "Größe", 6],
    ["A}", undefined, undefined],
    ["a", undefined, undefined],
    ["abc}", undefined, undefined],
    ["toString}", undefined, undefined],
    ["}", undefined, undefined],
  ])("in {%s is %s", (source, name, end) => {
    expect(names.nameAt(source, 0)).toEqual(name === undefined ? undefined : { name, end });
  });
});

test("a column is read by its number, whatever its name", () => {
  expect(columns.map((name) => names.reader(name)?.(row))).toEqual(row);
  expect(names.reader("toString")).toBeUndefined();
});

test("of two columns with the same name the last is read", () => {
  expect(columnNames(["a", "a"]).reader("a")?.(["first", "last"])).toBe("last");
});

test("a cell may be missing, and may be a boolean", () => {
  expect(names.reader("b")).toBeUndefined();
  expect(names.reader("ab")?.(["only one"])).toBe("");
  expect(names.reader("a")?.([false])).toBe(false);
});

test("the closest name is found quickly even in a hostile header", () => {
  const hostile = columnNames(
    Array.from({ length: 10_000 }, (_, index) => `${"x".repeat(100)}${index}`).concat("brand"),
  );
  const started = performance.now();

  for (let index = 0; index < 1000; index++) hostile.closest(`${"x".repeat(90)}${index}`);

  expect(hostile.closest("brandd")).toBe("brand");
  expect(performance.now() - started).toBeLessThan(1000);
});
