import { describe, expect, test } from "vitest";
import { describeRowChanges, moveRow, optionsOf, readOptions, rowsOf, validateRows } from "./option-sets.ts";

const red = { value: "red", display: "Red" };
const blue = { value: "blue", display: "Blue" };
const green = { value: "green", display: "Green" };

test("lines become options", () => {
  expect(readOptions("red, Red\nblue\tBlue\n\n green \na,b, c")).toEqual([
    red,
    blue,
    { value: "green", display: "green" },
    { value: "a", display: "b, c" },
  ]);
});

describe("moving a row", () => {
  test.each([
    [1, -1, ["blue", "red", "green"]],
    [1, 1, ["red", "green", "blue"]],
    [0, -1, ["red", "blue", "green"]],
    [2, 1, ["red", "blue", "green"]],
  ] as const)("%i by %i", (from, by, values) => {
    expect(moveRow(rowsOf([red, blue, green]), from, by).map(({ value }) => value)).toEqual(values);
  });
});

test("empty rows are skipped, and the default label is the value", () => {
  const rows = [...rowsOf([{ ...red, color: "red" }]), row("", ""), row(" blue ", "")];

  expect(optionsOf(rows)).toEqual([
    { ...red, color: "red" },
    { value: "blue", display: "blue" },
  ]);
});

describe("errors", () => {
  test.each([
    [[red, blue], undefined],
    [[red, { value: "", display: "Blue" }], "Every option needs a value."],
    [[red, { value: "red", display: "Rot" }], "The value red occurs twice."],
  ])("%j", (options, error) => {
    expect(validateRows(options.map(({ value, display }) => row(value, display)))).toBe(error);
  });
});

describe("the changes", () => {
  test.each([
    [[red, blue], []],
    [[red, blue, green], ["1 added"]],
    [[blue], ["1 removed"]],
    [[{ ...red, display: "Rot" }, blue], ["1 renamed"]],
    [[{ ...red, color: "red" as const }, blue], ["1 colored"]],
    [[blue, red], ["reordered"]],
    [
      [blue, { value: "rouge", display: "Red" }],
      ["1 added", "1 removed"],
    ],
  ])("%j", (options, words) => {
    expect(describeRowChanges([red, blue], rowsOf(options))).toEqual(words);
  });
});

function row(value: string, display: string) {
  return { value, display, key: value };
}
