import { expect, test } from "vitest";
import { readEnd } from "./create-key-command.ts";

const now = new Date("2026-11-15T12:00:00.000Z");

test.each([
  ["90", "2027-02-13T12:00:00.000Z"],
  ["1d", "2026-11-16T12:00:00.000Z"],
  ["2027-01-31", "2027-01-31T00:00:00.000Z"],
  ["2027-01-31T08:30:00+01:00", "2027-01-31T07:30:00.000Z"],
])("%s is %s", (text, end) => {
  expect(readEnd(text, now)).toBe(end);
});

test.each(["0", "2026-11-15", "2027-02-31T25:00", "next year", "", "-3", "1e3"])("%s is rejected", (text) => {
  expect(() => readEnd(text, now)).toThrow(/days|future/);
});
