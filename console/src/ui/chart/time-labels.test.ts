import { expect, test } from "vitest";
import { bandCenters } from "./place-chart.ts";
import { fitLabels, guessBucket, labelBucket, nameBucket } from "./time-labels.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Midnight in the time zone of the test, because charts show local times. */
const midnight = new Date(2026, 2, 3).getTime();

test.each([
  ["minute", [0, 60_000, 120_000]],
  ["hour", [0, hour, 2 * hour]],
  ["day", [0, day]],
  ["day", [0, 23 * hour]],
  ["week", [0, 7 * day]],
  ["month", [0, 28 * day, 59 * day]],
  ["day", [5]],
  ["day", []],
] as const)("the bucket is %s at this distance", (bucket, times) => {
  expect(guessBucket(times)).toBe(bucket);
});

test.each([
  ["minute", midnight + hour / 2, "00:30", "Tue 3 Mar, 00:30"],
  ["hour", midnight + 14 * hour, "14:00", "Tue 3 Mar, 14:00"],
  ["hour", midnight, "3 Mar", "Tue 3 Mar, 00:00"],
  ["day", midnight, "3 Mar", "Tue, 3 Mar 2026"],
  ["week", midnight, "3 Mar", "Week of Tue, 3 Mar 2026"],
  ["month", midnight, "Mar 2026", "Mar 2026"],
] as const)("a %s has a short and a full name", (bucket, time, label, name) => {
  expect(labelBucket(time, bucket)).toBe(label);
  expect(nameBucket(time, bucket)).toBe(name);
});

test("hours that do not all fit are labeled at round hours", () => {
  const times = Array.from({ length: 24 }, (_, index) => midnight + (index + 5) * hour);

  const labels = fitLabels(times, bandCenters(24, 0, 480), "hour");

  expect(labels.map(({ text }) => text)).toEqual([
    "06:00",
    "09:00",
    "12:00",
    "15:00",
    "18:00",
    "21:00",
    "4 Mar",
    "03:00",
  ]);
});

test("a week of hours is labeled by day", () => {
  const times = Array.from({ length: 7 * 24 }, (_, index) => midnight + index * hour);

  const labels = fitLabels(times, bandCenters(times.length, 0, 500), "hour");

  expect(labels.map(({ text }) => text)).toEqual(["3 Mar", "4 Mar", "5 Mar", "6 Mar", "7 Mar", "8 Mar", "9 Mar"]);
});

test("days in a narrow chart are labeled at even distances", () => {
  const times = Array.from({ length: 30 }, (_, index) => midnight + index * day + 6 * hour);

  const labels = fitLabels(times, bandCenters(30, 0, 300), "day");

  expect(labels.map(({ index }) => index)).toEqual([0, 6, 12, 18, 24]);
});

test("an empty chart has no labels", () => {
  expect(fitLabels([], [], "day")).toEqual([]);
});
