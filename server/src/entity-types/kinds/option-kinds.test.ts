import { describe, expect, test } from "vitest";
import { buildProperty } from "./testing/build-property.ts";
import { readCell, readJson, validateDefinition } from "./testing/read-value.ts";

const seasons = {
  options: [
    { value: "fw", display: "Fall/Winter" },
    { value: "ss", display: "Spring/Summer" },
    { value: "Resort", display: "fw" },
    { value: "s", display: "small" },
    { value: "S", display: "Small" },
    { value: "x1", display: "Same" },
    { value: "x2", display: "Same" },
  ],
};
const named = "Use one of fw, ss, Resort, s, S, x1, x2.";

describe("a choice is the value of an option, and in a cell also its display text", () => {
  const property = buildProperty("choice");

  test.each([
    ["ss", "ss"],
    ["Spring/Summer", "ss"],
    ["SPRING/summer", "ss"],
    ["fw", "fw"],
    ["FW", "Resort"],
    ["small", "s"],
    ["Small", "S"],
  ])("the cell %s is %s", (cell, value) => {
    expect(readCell(cell, property, seasons)).toStrictEqual({ value });
    expect(readJson(value, property, seasons)).toStrictEqual({ value });
  });

  test.each(["SMALL", "Same", "winter", "constructor"])("the cell %s matches no option, or several", (cell) => {
    expect(readCell(cell, property, seasons)).toStrictEqual({ error: `is not an option: ${cell}. ${named}` });
  });

  test("in JSON only the value is accepted", () => {
    expect(readJson("Spring/Summer", property, seasons)).toStrictEqual({
      error: `is not an option: Spring/Summer. ${named}`,
    });
    expect(readJson(["fw"], property, seasons)).toStrictEqual({ error: "must be a string, the value of an option." });
  });

  test("an error lists the first ten options", () => {
    const options = Array.from({ length: 12 }, (_, index) => ({ value: `v${index}`, display: "" }));

    expect(readJson("x", property, { options })).toStrictEqual({
      error: "is not an option: x. Use one of v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, … (12 in total).",
    });
    expect(readJson("x", property)).toStrictEqual({
      error: "is not an option: x. Its option set is empty; add options first.",
    });
  });
});

describe("a multi_select is a list of options", () => {
  const property = buildProperty("multi_select");

  test.each([
    ["ss, Fall/Winter", ["ss", "fw"]],
    [" ss ,, fw ,", ["ss", "fw"]],
    ["resort", undefined],
    [",", []],
  ])("the cell %j is %j", (cell, value) => {
    expect(readCell(cell, property, seasons)).toStrictEqual(
      value === undefined ? { error: `is not an option: resort. ${named}` } : { value },
    );
  });

  test.each([
    [["ss", "fw"], undefined],
    [[], undefined],
    [["ss", "ss"], "contains ss twice. Remove one."],
    [["ss", 1], "must be a list of strings, but its entry 2 is not a string."],
    [[null], "must be a list of strings, but its entry 1 is not a string."],
    [["Fall/Winter"], `is not an option: Fall/Winter. ${named}`],
    ["ss", "must be a list of strings, the values of options."],
  ])("the JSON %j", (value, error) => {
    expect(readJson(value, property, seasons)).toStrictEqual(error === undefined ? { value } : { error });
  });

  test("a cell that lists an option by value and by display text lists it twice", () => {
    expect(readCell("ss, Spring/Summer", property, seasons)).toStrictEqual({ error: "contains ss twice. Remove one." });
  });
});

test("both need an option set", () => {
  expect(validateDefinition(buildProperty("choice", { optionSetId: undefined }))).toMatch(
    /^choice requires optionSetId/,
  );
  expect(validateDefinition(buildProperty("multi_select", { optionSetId: undefined }))).toMatch(
    /^multi_select requires optionSetId/,
  );
  expect(validateDefinition(buildProperty("choice"))).toBeUndefined();
  expect(validateDefinition(buildProperty("multi_select"))).toBeUndefined();
});
