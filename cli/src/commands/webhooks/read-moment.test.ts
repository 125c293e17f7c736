import { expect, test } from "vitest";
import { readMoment } from "./read-moment.ts";

const now = Date.parse("2026-03-08T12:00:00.000Z");

test.each([
  ["30s", "2026-03-08T11:59:30.000Z"],
  ["90m", "2026-03-08T10:30:00.000Z"],
  ["2h", "2026-03-08T10:00:00.000Z"],
  ["2h ago", "2026-03-08T10:00:00.000Z"],
  ["3d", "2026-03-05T12:00:00.000Z"],
  ["1w", "2026-03-01T12:00:00.000Z"],
  ["2026-03-01", "2026-03-01T00:00:00.000Z"],
  ["2026-03-01T09:30:00+02:00", "2026-03-01T07:30:00.000Z"],
])("%s is %s", (text, moment) => {
  expect(readMoment("--since", text, now)).toBe(moment);
});

test.each(["yesterday", "2", "h", "2026-13-01", "", "1y", "March 1"])("%j is rejected", (text) => {
  expect(() => readMoment("--since", text, now)).toThrow("--since takes a time such as 2h");
});
