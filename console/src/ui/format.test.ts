import { expect, test } from "vitest";
import { formatAge, formatBytes, formatDuration, formatNumber, formatRoughDuration, pluralize } from "./format.ts";

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_500, "1.5 kB"],
  [262_144, "262 kB"],
  [5_368_709_120, "5.4 GB"],
])("%i bytes are %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test.each([
  [0.2, "less than a second"],
  [45, "45 s"],
  [600, "10 min"],
  [7_200, "2.0 h"],
])("%d seconds are %s", (seconds, words) => {
  expect(formatRoughDuration(seconds)).toBe(words);
});

test.each([
  [340, "340 ms"],
  [4_200, "4.2 s"],
  [42_900, "42 s"],
  [200_000, "3 min 20 s"],
  [180_000, "3 min"],
  [187_200_000, "2 d 4 h"],
])("%d ms are shown as %s", (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

test("numbers keep as many digits after the point as requested", () => {
  expect([formatNumber(12_345.6789), formatNumber(12_345.6789, 2)]).toEqual(["12,345.679", "12,345.68"]);
});

test.each([
  [1, "1 entry"],
  [12_000, "12,000 entries"],
])("%i has its form of the noun", (count, words) => {
  expect(pluralize(count, "entry", "entries")).toBe(words);
});

test.each([
  ["2026-03-10T11:59:57.000Z", "just now"],
  ["2026-03-10T11:59:00.000Z", "1 minute ago"],
  ["2026-03-09T12:00:00.000Z", "yesterday"],
  ["2026-05-10T12:00:00.000Z", "in 2 months"],
])("%s is shown as %s", (time, words) => {
  expect(formatAge(time, Date.parse("2026-03-10T12:00:00.000Z"))).toBe(words);
});
