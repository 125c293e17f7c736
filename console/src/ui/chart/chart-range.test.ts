import { expect, test } from "vitest";
import { dayMs } from "../durations.ts";
import { intervalOf, startOf, startOfToday } from "./chart-range.ts";

const now = new Date(2026, 2, 10, 14, 25);

test.each([
  ["24h", new Date(2026, 2, 9, 15)],
  ["7d", new Date(2026, 2, 4)],
  ["30d", new Date(2026, 1, 9)],
] as const)("%s start at a full hour or day", (range, start) => {
  expect(startOf(range, now)).toBe(start.toISOString());
});

test("today starts at midnight in the user's time zone", () => {
  expect(startOfToday(now)).toBe(new Date(2026, 2, 10).toISOString());
});

test.each([
  [1, "hour"],
  [2, "hour"],
  [7, "day"],
  [100, "day"],
  [101, "week"],
  [800, "month"],
] as const)("%s days are shown by %s", (days, interval) => {
  const from = new Date(now.getTime() - days * dayMs).toISOString();

  expect(intervalOf({ from }, now.getTime())).toBe(interval);
});
