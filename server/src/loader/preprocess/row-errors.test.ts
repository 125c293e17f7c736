import { describe, expect, test } from "vitest";
import { LoadFailedError } from "../load-errors.ts";
import { buildPreprocessing, columnOf } from "./testing/build-preprocessing.ts";

const headers = ["qty", "brand"];
const types = { item: ["qty", "brand", "made", "other"].map((slug) => ({ slug })) };
const throwing = "={qty}.repeat(99999)";
const good = ["", "Nike"];
const bad = ["5", "Nike"];

function build(
  ...conditionalColumns: {
    toProperty: string;
    default?: string;
    conditions?: { conditional: string; value: string }[];
  }[]
) {
  return buildPreprocessing({ headers, types, configuration: { conditionalColumns } });
}

describe("a row on which an expression fails", () => {
  test("has no value, and one warning with its path", () => {
    const { preprocessing, issues } = build({ toProperty: "brand", default: throwing });

    const values = columnOf(preprocessing, "brand", [good, bad]);

    expect(values).toEqual(["", undefined]);
    expect(issues).toEqual([
      {
        step: 5,
        rowNumber: 3,
        columnName: "brand",
        issueType: "INVALID_DATA",
        severity: "warning",
        message: expect.stringMatching(/^conditionalColumns\[0\]\.default fails on this row: .*characters.*\.$/),
        data: throwing,
      },
    ]);
  });

  test("does not match the condition that fails, and continues with the next", () => {
    const failing = { conditional: throwing.slice(1), value: "first" };
    const { prepare, issues } = build(
      { toProperty: "made", conditions: [failing, { conditional: "true", value: "second" }] },
      { toProperty: "other", conditions: [failing, failing], default: "third" },
    );

    expect(prepare(...bad)).toMatchObject({ made: "second", other: "third" });
    expect(issues.map(({ columnName }) => columnName)).toEqual(["made", "other"]);
  });

  test("a value that fails is not replaced by the default", () => {
    const { prepare, issues } = build({
      toProperty: "made",
      conditions: [{ conditional: "true", value: throwing }],
      default: "default",
    });

    expect(prepare(...bad)["made"]).toBeUndefined();
    expect(issues).toHaveLength(1);
  });

  test.each(["=Number({brand})", "=1 / ({brand}.length - 4)", "=[Number({brand})]", "=({a: Number({brand})})"])(
    "%s is not JSON and would clear the stored value",
    (source) => {
      const { prepare, issues } = build({ toProperty: "made", default: source });

      expect(prepare(...bad)["made"]).toBeUndefined();
      expect(issues).toEqual([expect.objectContaining({ rowNumber: 2, columnName: "made", severity: "warning" })]);
    },
  );

  test("a sample of it reports nothing", () => {
    const { preprocessing, issues } = build({ toProperty: "made", default: throwing });

    const trace = preprocessing.trace({ number: 2, cells: bad });

    expect(trace.at(-1)).toEqual(["5", "Nike", undefined]);
    expect(issues).toEqual([]);
  });
});

describe("many such rows", () => {
  function run(rows: readonly string[][]) {
    const { preprocessing, issues } = build({ toProperty: "made", default: throwing });
    const runAll = () => {
      for (const [index, cells] of rows.entries()) preprocessing.prepare({ number: index + 2, cells });
      preprocessing.finish();
    };
    return { runAll, issues };
  }

  function rowsOf(count: number, isBad: (index: number) => boolean): string[][] {
    return Array.from({ length: count }, (_, index) => (isBad(index) ? bad : good));
  }

  test("the first 100 of a column are reported, the rest counted", () => {
    const { runAll, issues } = run(rowsOf(2_000, (index) => index % 10 === 9 && index < 1_500));

    runAll();

    expect(issues).toHaveLength(101);
    expect(issues.at(-1)).toMatchObject({ columnName: "made", severity: "warning", step: 5 });
    expect(issues.at(-1)?.message).toContain("50 more rows");
  });

  test("no count is reported if all rows were reported", () => {
    const { runAll, issues } = run(rowsOf(100, () => true));

    runAll();

    expect(issues).toHaveLength(100);
  });

  test("a short file never fails because of them", () => {
    const { runAll } = run(rowsOf(999, () => true));

    expect(runAll).not.toThrow();
  });

  test.each([
    ["exactly a tenth", 1_000, 100, false],
    ["more than a tenth", 1_000, 101, true],
    ["more than a tenth of a longer file", 3_000, 301, true],
  ])("%s", (_, count, badCount, isEnded) => {
    // The failing rows come last, so that their share is highest at the end.
    const { runAll } = run(rowsOf(count, (index) => index >= count - badCount));

    if (isEnded) {
      expect(runAll).toThrow(LoadFailedError);
      expect(runAll).toThrow(/fail on \d+ of the first \d+ rows, most often for "made"/);
    } else {
      expect(runAll).not.toThrow();
    }
  });
});
