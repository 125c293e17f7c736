import { expect, test } from "vitest";
import { describeLag } from "./describe-lag.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");

test.each([
  [0, "2026-03-01T00:00:00.000Z", "Up to date"],
  [1, "2026-03-10T11:59:59.000Z", "1 record, 1 second"],
  [12, "2026-03-10T11:45:00.000Z", "12 records, 15 minutes"],
  [1200, "2026-03-07T12:00:00.000Z", "1,200 records, 3 days"],
  [7, "1970-01-01T00:00:00.000Z", "7 records, none read yet"],
  [2, "2026-03-10T12:00:05.000Z", "2 records, 0 seconds"],
])("%s records since %s: %s", (lag, cursorTime, words) => {
  expect(describeLag({ lag, cursorTime }, now)).toBe(words);
});
