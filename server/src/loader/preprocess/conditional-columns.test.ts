import type { LoadConfiguration } from "@weft/contract";
import { describe, expect, test } from "vitest";
import { buildPreprocessing, columnOf, now } from "./testing/build-preprocessing.ts";

type Definitions = NonNullable<LoadConfiguration["conditionalColumns"]>;

const headers = ["qty", "brand", "style", "season", "note"];
const slugs = [...headers, "tier", "title", "made", "other"];
const types = { item: slugs.map((slug) => ({ slug })) };
const cells = ["50", "Nike", "Air", "fw26", ""];

function build(...conditionalColumns: Definitions) {
  return buildPreprocessing({ headers, types, configuration: { conditionalColumns } });
}

test("worked example 5: the first matching condition wins", () => {
  const { preprocessing, issues } = build({
    toProperty: "tier",
    conditions: [
      { conditional: "{qty} > 100", value: "bulk" },
      { conditional: "{qty} > 10", value: "mid" },
    ],
    default: "small",
  });

  const tiers = columnOf(
    preprocessing,
    "tier",
    ["500", "50", "5"].map((qty) => [qty, "", "", "", ""]),
  );

  expect(tiers).toEqual(["bulk", "mid", "small"]);
  expect(issues).toEqual([]);
});

describe("the result of a definition on a row", () => {
  const never = { conditional: "false", value: "never" };
  test.each<[string, Definitions[number], unknown]>([
    ["a default", { toProperty: "made", default: "item:product" }, "item:product"],
    ["a default that is not a text", { toProperty: "made", default: { a: [1, true, null] } }, { a: [1, true, null] }],
    ["a default of null, which clears", { toProperty: "made", default: null }, null],
    ["false is a default", { toProperty: "made", default: false }, false],
    ["a copy", { toProperty: "made", fromProperty: "brand" }, "Nike"],
    ["a copy before the default", { toProperty: "made", fromProperty: "brand", default: "x" }, "Nike"],
    ["a copy of an empty cell is empty", { toProperty: "made", fromProperty: "note", default: "x" }, ""],
    ["conditions before fromProperty", { toProperty: "made", fromProperty: "brand", conditions: [never] }, undefined],
    ["even if there are none", { toProperty: "made", fromProperty: "brand", conditions: [] }, undefined],
    ["no match, the default", { toProperty: "made", conditions: [never], default: "x" }, "x"],
    ["no match, a column as it was", { toProperty: "brand", conditions: [never] }, "Nike"],
    ["no match, a new column", { toProperty: "made", conditions: [never] }, undefined],
    ["a match overwrites", { toProperty: "brand", conditions: [{ conditional: "true", value: "Puma" }] }, "Puma"],
    ["a match may be null", { toProperty: "brand", conditions: [{ conditional: "1", value: null }] }, null],
    [
      "truth as in JavaScript",
      { toProperty: "made", conditions: [{ conditional: "{note}", value: 1 }], default: 2 },
      2,
    ],
    ["text with columns", { toProperty: "made", default: "{brand}-{style}" }, "Nike-Air"],
    ["an expression in text", { toProperty: "made", default: "{season.toUpperCase()}-26" }, "FW26-26"],
    ["an expression", { toProperty: "made", default: "{qty} * 2" }, 100],
    ["an expression by =", { toProperty: "made", default: "={qty} - 1" }, 49],
    [
      "a value of a condition",
      { toProperty: "made", conditions: [{ conditional: "'{brand}' == 'Nike'", value: "{style}!" }] },
      "Air!",
    ],
    ["a column that is only named keeps its type", { toProperty: "made", default: "{qty}" }, "50"],
    ["a list", { toProperty: "made", default: "=[{qty}, 1]" }, ["50", 1]],
    ["the clock stands still", { toProperty: "made", default: "=Date.now() + {qty} * 0" }, now],
    ["a date is its ISO text", { toProperty: "made", default: "=new Date({qty} * 0)" }, "1970-01-01T00:00:00.000Z"],
    ["nothing stays nothing", { toProperty: "made", default: "={qty} ? undefined : {brand}" }, undefined],
    ["itself as it was", { toProperty: "brand", default: "{brand} Inc" }, "Nike Inc"],
    ["without { there is no expression", { toProperty: "made", default: "=1+1" }, "=1+1"],
    ["a column that it does not know is empty in text", { toProperty: "made", default: "{brand}-{nope}" }, "Nike-"],
    ["and undefined in an expression", { toProperty: "made", default: "=typeof {nope}" }, "undefined"],
  ])("%s", (_, definition, value) => {
    const { prepare } = build(definition);

    expect(prepare(...cells)[definition.toProperty]).toEqual(value);
  });
});

describe("order", () => {
  test("a later column sees an earlier one, but not the reverse", () => {
    const { prepare, issues } = build(
      { toProperty: "made", default: "{tier}!" },
      { toProperty: "tier", default: "{qty}+" },
      { toProperty: "other", default: "{tier}!" },
    );

    expect(prepare(...cells)).toMatchObject({ made: "!", tier: "50+", other: "50+!" });
    expect(issues).toEqual([expect.objectContaining({ columnName: "tier", severity: "warning", step: 5 })]);
    expect(issues[0]?.message).toContain("later entry");
    expect(issues[0]).not.toHaveProperty("suggestion");
  });

  test("two definitions of one column build on each other", () => {
    const { prepare, preprocessing, issues } = build(
      { toProperty: "tier", default: "small" },
      { toProperty: "tier", conditions: [{ conditional: "{qty} > 10 && {tier} === 'small'", value: "mid" }] },
      { toProperty: "tier", conditions: [{ conditional: "{qty} > 100", value: "bulk" }] },
    );

    expect(prepare(...cells)["tier"]).toBe("mid");
    expect(preprocessing.columns).toEqual([...headers, "tier"]);
    expect(issues).toEqual([]);
  });

  test.each([
    ["a", "a}b", "made"],
    ["a}b", "a", "read"],
  ])("the longest name wins, of the file's %s and the conditional %s", (header, toProperty, value) => {
    const { preprocessing } = buildPreprocessing({
      headers: [header],
      configuration: {
        conditionalColumns: [
          { toProperty, default: "made" },
          { toProperty: "c", default: "={a}b}" },
        ],
      },
    });

    expect(columnOf(preprocessing, "c", [["read"]])).toEqual([value]);
  });

  test("a column without a match on this row is undefined for later definitions", () => {
    const { prepare } = build(
      { toProperty: "tier", conditions: [{ conditional: "{qty} > 100", value: "bulk" }] },
      { toProperty: "made", default: "={tier} ?? 'none'" },
      { toProperty: "other", default: "{tier}" },
    );

    expect(prepare(...cells)).toMatchObject({ tier: undefined, made: "none", other: undefined });
  });
});

describe("an unknown column", () => {
  test("causes one warning for the load, with the closest name", () => {
    const { issues } = build(
      { toProperty: "made", default: "{Brands}{Brands}-" },
      { toProperty: "other", conditions: [{ conditional: "{Brands} === 1", value: "{Brands} x" }] },
    );

    expect(issues).toEqual([
      {
        step: 5,
        columnName: "Brands",
        issueType: "CONFIG",
        severity: "warning",
        message: 'There is no column "Brands"; it is read as empty.',
        suggestion: 'Did you mean "brand"?',
      },
    ]);
  });

  test("in quotes or backticks is empty, as the warning says", () => {
    const { prepare, issues } = build(
      { toProperty: "made", default: "`{brandd}-x`" },
      { toProperty: "tier", conditions: [{ conditional: "'{brandd}' === ''", value: "empty" }] },
    );

    expect(prepare(...cells)).toMatchObject({ made: "-x", tier: "empty" });
    expect(issues.map(({ message }) => message)).toEqual(['There is no column "brandd"; it is read as empty.']);
  });

  test("in backticks may be a removed one", () => {
    const { prepare, issues } = buildPreprocessing({
      headers,
      types,
      configuration: {
        propertiesToRemove: ["style"],
        conditionalColumns: [{ toProperty: "made", default: "`{style}`" }],
      },
    });

    expect(prepare(...cells)["made"]).toBe("");
    expect(issues[0]?.message).toBe(
      'The column "style" is removed by propertiesToRemove before conditionalColumns; it is read as empty.',
    );
  });

  test("in fromProperty applies the default, or else keeps the column", () => {
    const { prepare, issues } = build(
      { toProperty: "made", fromProperty: "brandd", default: "{style}" },
      { toProperty: "brand", fromProperty: "brandd" },
    );

    expect(prepare(...cells)).toMatchObject({ made: "Air", brand: "Nike" });
    expect(issues).toEqual([
      expect.objectContaining({ columnName: "brandd", suggestion: 'Did you mean "brand"?', severity: "warning" }),
    ]);
  });
});

test("the readings are reported, each with its path", () => {
  const { preprocessing } = build(
    { toProperty: "made", default: 5 },
    {
      toProperty: "tier",
      conditions: [
        { conditional: "{qty} > 1", value: "{brand}-{style}" },
        { conditional: "{qty}", value: "plain" },
      ],
      default: "={qty}",
    },
    { toProperty: "other", fromProperty: "qty", default: "{qty} * 2" },
  );

  expect(preprocessing.readings).toEqual([
    { toProperty: "made", place: "conditionalColumns[0].default", source: 5, reading: "literal" },
    {
      toProperty: "tier",
      place: "conditionalColumns[1].conditions[0].conditional",
      source: "{qty} > 1",
      reading: "expression",
    },
    {
      toProperty: "tier",
      place: "conditionalColumns[1].conditions[0].value",
      source: "{brand}-{style}",
      reading: "template",
    },
    {
      toProperty: "tier",
      place: "conditionalColumns[1].conditions[1].conditional",
      source: "{qty}",
      reading: "expression",
    },
    { toProperty: "tier", place: "conditionalColumns[1].conditions[1].value", source: "plain", reading: "literal" },
    { toProperty: "tier", place: "conditionalColumns[1].default", source: "={qty}", reading: "expression" },
    { toProperty: "other", place: "conditionalColumns[2].default", source: "{qty} * 2", reading: "expression" },
  ]);
});
