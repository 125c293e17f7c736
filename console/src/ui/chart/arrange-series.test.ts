import { expect, test } from "vitest";
import {
  arrangeSeries,
  type ChartSeries,
  formatAmount,
  highestOf,
  isNothing,
  startAtData,
  summarize,
} from "./arrange-series.ts";

const days = ["2026-03-01T12:00:00.000Z", "2026-03-02T12:00:00.000Z", "2026-03-03T12:00:00.000Z"] as const;

function buildSeries(name: string, values: readonly (number | null)[]): ChartSeries {
  return { name, color: "weft", points: values.map((value, index) => ({ time: days[index] ?? days[0], value })) };
}

test("series with different times are aligned to the same times, in order", () => {
  const late = { name: "late", color: "red", points: [{ time: days[2], value: 3 }] };

  const chart = arrangeSeries([late, buildSeries("early", [1, 2])], undefined);

  expect(chart.times).toEqual(days.map((time) => Date.parse(time)));
  expect(chart.bucket).toBe("day");
  expect(chart.rows.map(({ values }) => values)).toEqual([
    [null, null, 3],
    [1, 2, null],
  ]);
});

test("series with the same name are distinguished", () => {
  const chart = arrangeSeries([buildSeries("Ada", [1]), buildSeries("Ada", [2])], "day");

  expect(chart.rows.map(({ name }) => name)).toEqual(["Ada", "Ada (2)"]);
});

test.each([
  ["bars", [0, null, 0], true],
  ["bars", [0, 1, 0], false],
  ["lines", [0, 0, 0], false],
  ["lines", [null, null], true],
  ["lines", [], true],
] as const)("%s of %j are empty: %s", (kind, values, expected) => {
  expect(isNothing(arrangeSeries([buildSeries("x", values)], "day"), kind)).toBe(expected);
});

test("bars reach up to their sum, lines up to the highest value", () => {
  const { rows } = arrangeSeries([buildSeries("a", [1, 5, 2]), buildSeries("b", [4, 2, null])], "day");

  expect(highestOf(rows, "bars")).toBe(7);
  expect(highestOf(rows, "lines")).toBe(5);
  expect(highestOf([], "bars")).toBe(0);
});

test("a chart has a text summary: bars by total, lines by last value", () => {
  const chart = arrangeSeries([buildSeries("items", [1, 2, 3]), buildSeries("files", [null, 1200, null])], "day");

  expect(summarize(chart, { label: "Changes", kind: "bars", unit: "changes" })).toBe(
    "Changes. Sun, 1 Mar 2026 to Tue, 3 Mar 2026. Total: items 6 changes, files 1,200 changes.",
  );
  expect(summarize(chart, { label: "Lag", kind: "lines", unit: undefined })).toBe(
    "Lag. Sun, 1 Mar 2026 to Tue, 3 Mar 2026. Last: items 3, files 1,200.",
  );
});

test("an empty chart says so", () => {
  const chart = arrangeSeries([], "day");

  expect(summarize(chart, { label: "Loads", kind: "bars", unit: undefined })).toBe("Loads. No data in this range.");
});

test("numbers have separators and a unit", () => {
  expect(formatAmount(12_345.678, "ms")).toBe("12,345.68 ms");
});

test.each([
  ["one value at the end", [0, 0, 0, 0, 0, 0, 0, 0, 0, 5], 7],
  ["values in the last eight", [0, 0, 1, 0, 0, 0, 0, 0, 0, 5], 8],
  ["a value at the start", [2, 0, 0, 0, 0, 0, 0, 0, 0, 0], 10],
  ["no value", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 10],
  ["few times", [null, 0, 5], 3],
])("a chart with %s starts at the first data, with seven times or more", (_name, values, count) => {
  const points = values.map((value, index) => ({ time: new Date(index * 86_400_000).toISOString(), value }));

  const chart = startAtData(arrangeSeries([{ name: "Loads", color: "weft", points }], "day"));

  expect(chart.times).toHaveLength(count);
  expect(chart.rows[0]?.values).toEqual(values.slice(-count));
});
