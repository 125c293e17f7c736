import type { LoadConfiguration } from "@weft/contract";
import { describe, expect, test } from "vitest";
import { LoadFailedError } from "../load-errors.ts";
import { buildPreprocessing } from "./testing/build-preprocessing.ts";

type Definitions = NonNullable<LoadConfiguration["conditionalColumns"]>;

const headers = ["qty", "brand"];
const types = { item: [...headers, "made", "other"].map((slug) => ({ slug })) };

function build(conditionalColumns: Definitions, configuration: LoadConfiguration = {}) {
  return buildPreprocessing({ headers, types, configuration: { ...configuration, conditionalColumns } });
}

function failureOf(conditionalColumns: Definitions, configuration?: LoadConfiguration): LoadFailedError {
  try {
    build(conditionalColumns, configuration);
  } catch (error) {
    if (error instanceof LoadFailedError) return error;
    throw error;
  }
  throw new Error("it compiles");
}

describe("an error in the configuration is a CONFIG issue with its path", () => {
  test.each<[string, Definitions[number], string]>([
    [
      "no JavaScript",
      { toProperty: "made", conditions: [{ conditional: "{qty} >", value: 1 }] },
      "conditionalColumns[0].conditions[0].conditional: ",
    ],
    [
      "what is not allowed",
      { toProperty: "made", conditions: [{ conditional: "{qty} > 1 && eval('1')", value: 1 }] },
      "(at character 14)",
    ],
    [
      "an escape",
      {
        toProperty: "made",
        conditions: [{ conditional: "this.constructor.constructor('return process')()", value: 1 }],
      },
      "conditional: ",
    ],
    ["assignment", { toProperty: "made", conditions: [{ conditional: "{qty} = 1", value: 1 }] }, "conditional: "],
    [
      "a regular expression that could hang",
      { toProperty: "made", conditions: [{ conditional: "/(?=a)b/.test({qty})", value: 1 }] },
      "conditional: ",
    ],
    ["a bare name", { toProperty: "made", conditions: [{ conditional: "qty > 1", value: 1 }] }, "(at character 1)"],
    [
      "a value that must be an expression",
      { toProperty: "made", conditions: [{ conditional: "true", value: "={qty} +" }] },
      "conditions[0].value: ",
    ],
    [
      "a default that must be one",
      { toProperty: "made", default: "=process.exit({qty})" },
      "conditionalColumns[0].default: ",
    ],
    [
      "a default behind a copy",
      { toProperty: "made", fromProperty: "qty", default: "={qty}(" },
      "conditionalColumns[0].default: ",
    ],
    ["a text that is too long", { toProperty: "made", default: `={qty}${" + 1".repeat(2_000)}` }, "longer than 4096"],
    ["deep nesting", { toProperty: "made", default: `=${"(".repeat(2_000)}{qty}${")".repeat(2_000)}` }, "default: "],
    ["braces without end", { toProperty: "made", default: "{".repeat(2_000) }, "default: "],
  ])("%s", (_, definition, text) => {
    const { issues } = failureOf([definition]);

    expect(issues).toEqual([
      expect.objectContaining({ issueType: "CONFIG", severity: "error", step: 5, columnName: "made" }),
    ]);
    expect(issues[0]?.message).toContain(text);
    expect(issues[0]?.data?.length).toBeLessThanOrEqual(81);
  });

  test("all of them are reported at once", () => {
    const failure = failureOf([
      { toProperty: "made", default: "={qty} +" },
      { toProperty: "other", conditions: [{ conditional: "a", value: "=b{" }], default: "=c{" },
    ]);

    expect(failure.issues.map(({ message }) => message.split(":")[0])).toEqual([
      "conditionalColumns[0].default",
      "conditionalColumns[1].conditions[0].conditional",
      "conditionalColumns[1].conditions[0].value",
      "conditionalColumns[1].default",
    ]);
  });
});

describe("strictColumns", () => {
  test.each<[string, Definitions[number]]>([
    ["a conditional", { toProperty: "made", conditions: [{ conditional: "{brnd} == 1", value: 1 }] }],
    ["a value", { toProperty: "made", conditions: [{ conditional: "true", value: "{brnd}-" }] }],
    ["a default", { toProperty: "made", default: "={brnd}" }],
    ["quotes", { toProperty: "made", conditions: [{ conditional: "'{brnd}' === 'fw'", value: 1 }] }],
    ["backticks", { toProperty: "made", default: "`{brnd}-x`" }],
    ["fromProperty", { toProperty: "made", fromProperty: "brnd" }],
  ])("an unknown column in %s is an error", (_, definition) => {
    const { issues } = failureOf([definition], { strictColumns: true });

    expect(issues).toEqual([
      expect.objectContaining({ issueType: "CONFIG", severity: "error", suggestion: 'Did you mean "brand"?' }),
    ]);
    expect(issues[0]?.message).toContain('There is no column "brnd"');
  });

  test("a column that step 3 has removed is unknown, and the error has the reason", () => {
    const configuration = { strictColumns: true, propertiesToRemove: ["brand"] };

    const { issues } = failureOf([{ toProperty: "made", default: "{brand}-" }], configuration);

    expect(issues[0]?.message).toContain("removed by propertiesToRemove");
  });

  test("known columns are accepted", () => {
    const { issues } = build([{ toProperty: "made", default: "{brand}-" }], { strictColumns: true });

    expect(issues).toEqual([]);
  });
});

describe("likely mistakes cause a warning", () => {
  test.each<[string, Definitions[number], string]>([
    [
      "fromProperty beside conditions",
      { toProperty: "made", fromProperty: "qty", conditions: [{ conditional: "true", value: 1 }] },
      "fromProperty is ignored",
    ],
    ["a definition that does nothing", { toProperty: "brand" }, "has no effect"],
    ["no conditions and no default", { toProperty: "brand", conditions: [] }, "has no effect"],
    ["a calculation that is read as text", { toProperty: "made", default: "{qty} - 1" }, "Read as text"],
    ["a brace that is kept", { toProperty: "made", default: "{brand} {(}" }, "kept as text"],
  ])("%s", (_, definition, text) => {
    const { issues } = build([definition]);

    expect(issues).toEqual([
      expect.objectContaining({ issueType: "CONFIG", severity: "warning", step: 5, columnName: definition.toProperty }),
    ]);
    expect(issues[0]?.message).toContain(text);
  });

  test("the column of an ignored fromProperty is not checked", () => {
    const definition = { toProperty: "made", fromProperty: "nope", conditions: [{ conditional: "true", value: 1 }] };

    const { issues } = build([definition], { strictColumns: true });

    expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining("fromProperty is ignored")]);
  });
});
