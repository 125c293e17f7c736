import { expect, test } from "vitest";
import { formatBytes, formatDuration, formatNumber, pluralize, secondsBetween } from "./amounts.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [1234567, "1,234,567"],
  [12.6, "13"],
])("the count %d is written %s", (count, words) => {
  expect(formatNumber(count)).toBe(words);
});

test("counted nouns are plural unless the count is one", () => {
  expect([pluralize(1, "row"), pluralize(0, "row"), pluralize(2, "delivery", "deliveries")]).toEqual([
    "1 row",
    "0 rows",
    "2 deliveries",
  ]);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1.0 kB"],
  [143_500, "144 kB"],
  [999_600, "1.0 MB"],
  [20_000_000, "20.0 MB"],
  [5 * 1024 ** 3, "5.4 GB"],
  [7e15, "7000 TB"],
])("%d bytes are written %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test.each([
  [-1, "0 s"],
  [0.04, "0 s"],
  [0.44, "0.4 s"],
  [9.94, "9.9 s"],
  [9.96, "10 s"],
  [59.4, "59 s"],
  [59.6, "1 min"],
  [185, "3 min 5 s"],
  [3600, "1 h"],
  [7805, "2 h 10 min"],
  [86_400 * 4 + 3 * 3600, "4 d 3 h"],
])("%d seconds are written %s", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test("a duration is never negative", () => {
  expect(secondsBetween("2026-03-01T09:30:00.000Z", "2026-03-01T09:30:01.500Z")).toBe(1.5);
  expect(secondsBetween("2026-03-01T09:30:01.000Z", "2026-03-01T09:30:00.000Z")).toBe(0);
});
