import type { StatisticsInterval } from "@weft/contract";
import { expect, test } from "vitest";
import { hourMs } from "../platform/durations.ts";
import { intervalBounds } from "./interval-bounds.ts";

function boundsOf(from: string, to: string, by: StatisticsInterval, timeZone: string): number[] {
  return intervalBounds({ from: Date.parse(from), to: Date.parse(to) }, by, timeZone);
}

function textsOf(bounds: readonly number[]): string[] {
  return bounds.map((bound) => new Date(bound).toISOString().replace(":00.000Z", "Z"));
}

/** The length in hours of each interval but the last. */
function lengthsOf(bounds: readonly number[]): number[] {
  return bounds.slice(1).map((bound, index) => (bound - (bounds[index] ?? 0)) / hourMs);
}

test.each([
  ["day", "UTC", ["2026-03-28T00:00Z", "2026-03-29T00:00Z"]],
  // Clocks go forward on the 29th: the day has 23 hours.
  ["day", "Europe/Berlin", ["2026-03-27T23:00Z", "2026-03-28T23:00Z", "2026-03-29T22:00Z"]],
  ["day", "America/New_York", ["2026-03-27T04:00Z", "2026-03-28T04:00Z", "2026-03-29T04:00Z"]],
  ["day", "Asia/Kolkata", ["2026-03-27T18:30Z", "2026-03-28T18:30Z", "2026-03-29T18:30Z"]],
  ["day", "Asia/Kathmandu", ["2026-03-27T18:15Z", "2026-03-28T18:15Z", "2026-03-29T18:15Z"]],
  ["week", "UTC", ["2026-03-23T00:00Z"]],
  ["week", "Europe/Berlin", ["2026-03-22T23:00Z", "2026-03-29T22:00Z"]],
  ["month", "Europe/Berlin", ["2026-02-28T23:00Z"]],
  ["month", "Asia/Kathmandu", ["2026-02-28T18:15Z"]],
] as const)("the weekend of 2026-03-28 by %s in %s", (by, timeZone, expected) => {
  expect(textsOf(boundsOf("2026-03-28T00:00Z", "2026-03-30T00:00Z", by, timeZone))).toEqual(expected);
});

test.each([
  ["Europe/Berlin", "2026-03-28T23:00Z", "2026-03-29T22:00Z", 23],
  ["Europe/Berlin", "2026-10-24T22:00Z", "2026-10-25T23:00Z", 25],
  ["America/New_York", "2026-11-01T04:00Z", "2026-11-02T05:00Z", 25],
  ["Asia/Kolkata", "2026-03-28T18:30Z", "2026-03-29T18:30Z", 24],
])("a day in %s from %s has one interval for every hour that passes", (timeZone, from, to, hours) => {
  const bounds = boundsOf(from, to, "hour", timeZone);

  expect(bounds).toHaveLength(hours);
  expect(bounds[0]).toBe(Date.parse(from));
  expect(new Set(lengthsOf(bounds))).toEqual(new Set([1]));
});

test("if clocks shift by half an hour, the last hour of that day is shorter and the next day begins at midnight", () => {
  // 2026-10-04 in Lord Howe: UTC+10:30 until two o'clock, then UTC+11.
  const bounds = boundsOf("2026-10-03T13:30Z", "2026-10-04T15:00Z", "hour", "Australia/Lord_Howe");

  expect(textsOf(bounds.slice(-4))).toEqual([
    "2026-10-04T11:30Z",
    "2026-10-04T12:30Z",
    "2026-10-04T13:00Z",
    "2026-10-04T14:00Z",
  ]);
});

test("a day whose midnight is skipped begins when clocks go forward", () => {
  // Beirut goes from midnight to one o'clock on 2026-03-29.
  const bounds = boundsOf("2026-03-28T00:00Z", "2026-03-30T00:00Z", "day", "Asia/Beirut");

  expect(textsOf(bounds)).toEqual(["2026-03-27T22:00Z", "2026-03-28T22:00Z", "2026-03-29T21:00Z"]);
});

test("a day that a time zone skips has no interval", () => {
  // Samoa had no 2011-12-30.
  const bounds = boundsOf("2011-12-29T10:00Z", "2011-12-31T10:00Z", "day", "Pacific/Apia");

  expect(textsOf(bounds)).toEqual(["2011-12-29T10:00Z", "2011-12-30T10:00Z"]);
});

test("months have their real length", () => {
  const bounds = boundsOf("2024-01-15T12:00Z", "2024-05-01T00:00Z", "month", "UTC");

  expect(textsOf(bounds)).toEqual(["2024-01-01T00:00Z", "2024-02-01T00:00Z", "2024-03-01T00:00Z", "2024-04-01T00:00Z"]);
});

test("an end that is a bound starts no interval", () => {
  expect(textsOf(boundsOf("2026-05-05T10:15Z", "2026-05-05T12:00Z", "hour", "UTC"))).toEqual([
    "2026-05-05T10:00Z",
    "2026-05-05T11:00Z",
  ]);
});
