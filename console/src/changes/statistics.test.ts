import type { Statistics } from "@weft/client";
import { expect, test } from "vitest";
import { changeSeries, outcomeSeries, rateSeries } from "./statistics.ts";

const at = ["2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"] as const;

function buildStatistics(values: Readonly<Record<string, readonly [number, number]>>): Statistics {
  const series = Object.entries(values).map(([key, [first, second]]) => ({
    ...{ key, label: `the ${key}`, unit: "things" },
    points: [
      { at: at[0], value: first },
      { at: at[1], value: second },
    ],
  }));
  return { from: at[0], to: at[1], by: "day", timeZone: "UTC", series, totals: {} };
}

function valuesOf(series: readonly { name: string; points: readonly { value: number | null }[] }[]) {
  return series.map(({ name, points }) => [name, ...points.map(({ value }) => value)]);
}

test("changes are grouped by kind, largest first", () => {
  const series = changeSeries(buildStatistics({ color: [1, 0], "option-set": [3, 4], item: [2, 2] }));

  expect(valuesOf(series)).toEqual([
    ["Option set", 3, 4],
    ["Item", 2, 2],
    ["Color", 1, 0],
  ]);
});

test("the smallest of many series are combined", () => {
  const many = Object.fromEntries(
    Array.from({ length: 9 }, (_, index): [string, [number, number]] => [`calls:${index}`, [index + 1, 1]]),
  );

  const series = rateSeries(buildStatistics(many));

  expect(series).toHaveLength(7);
  expect(valuesOf(series).at(-1)).toEqual(["3 others", 6, 3]);
});

test("outcomes are selected by key, and those the user may not read are missing", () => {
  const series = outcomeSeries(buildStatistics({ failed: [1, 2], rows: [9, 9] }), { completed: "teal", failed: "red" });

  expect(series.map(({ key, color }) => [key, color])).toEqual([["failed", "red"]]);
});

test("rate-limited calls are counted once, separately from other calls", () => {
  const series = rateSeries(buildStatistics({ "calls:a": [10, 5], "refused:a": [4, 0], "calls:b": [1, 1] }));

  expect(valuesOf(series)).toEqual([
    ["the calls:a", 6, 5],
    ["the calls:b", 1, 1],
    ["Rate limited", 4, 0],
  ]);
});

test("the sign-ins of one user are combined", () => {
  const statistics = buildStatistics({ "calls:a": [1, 2], "calls:b": [3, 4] });
  const alike = statistics.series.map((series) => ({ ...series, label: "Ada (sign-in)" }));

  expect(valuesOf(rateSeries({ ...statistics, series: alike }))).toEqual([["Ada (sign-in)", 4, 6]]);
});
