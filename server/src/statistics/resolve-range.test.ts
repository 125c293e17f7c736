import { expect, test } from "vitest";
import { type RangeInput, resolveRange } from "./resolve-range.ts";

const now = new Date("2026-06-15T10:07:00Z");

function resolve(input: RangeInput, timeZone = "UTC") {
  const { from, to, by, bounds } = resolveRange(input, timeZone, now);
  return { from: from.toISOString(), to: to.toISOString(), by, points: bounds.length };
}

test("by default it is the last 30 days, including today, in the organization's time zone", () => {
  expect(resolve({})).toEqual({
    from: "2026-05-17T00:00:00.000Z",
    to: "2026-06-15T10:15:00.000Z",
    by: "day",
    points: 30,
  });
  expect(resolve({}, "Asia/Kolkata").from).toBe("2026-05-16T18:30:00.000Z");
  expect(resolve({ timeZone: "America/New_York" }, "Asia/Kolkata").from).toBe("2026-05-17T04:00:00.000Z");
});

test("without from it is the 30 days before to, which is exclusive", () => {
  expect(resolve({ to: "2026-04-01" })).toEqual({
    from: "2026-03-02T00:00:00.000Z",
    to: "2026-04-01T00:00:00.000Z",
    by: "day",
    points: 30,
  });
});

test("a date is its midnight in the time zone, a time is unchanged, and both are widened to quarter-hours", () => {
  const { from, to } = resolve({ from: "2026-03-29", to: "2026-03-30T10:01:00+02:00" }, "Europe/Berlin");

  expect([from, to]).toEqual(["2026-03-28T23:00:00.000Z", "2026-03-30T08:15:00.000Z"]);
});

test.each([
  ["2026-03-01", "2026-03-03", { by: "hour", points: 48 }],
  // A weekend of 49 hours in Berlin, which is still two days.
  ["2026-10-24", "2026-10-26", { by: "hour", points: 49 }],
  ["2026-03-01", "2026-03-04", { by: "day", points: 3 }],
  ["2026-03-01", "2026-06-09", { by: "day", points: 100 }],
  ["2026-03-01", "2026-06-10", { by: "week", points: 16 }],
  ["2024-01-01", "2026-01-01", { by: "week", points: 105 }],
  ["2024-01-01", "2026-02-01", { by: "month", points: 25 }],
])("from %s to %s the default is %o", (from, to, expected) => {
  expect(resolve({ from, to }, "Europe/Berlin")).toMatchObject(expected);
});

test.each([
  [{ from: "2026-01-01", to: "2026-02-12", by: "hour" }, "Use by=day or a shorter range."],
  [{ from: "1990-01-01", to: "2026-01-01", by: "day" }, "Use by=month or a shorter range."],
  [{ from: "2022-01-01", to: "2026-01-01", by: "day" }, "Use by=week or a shorter range."],
  [{ from: "1970-01-01", to: "2999-01-01" }, "Use a shorter range."],
] as const)("%o would be more than 1000 points", (input, detail) => {
  expect(() => resolve(input)).toThrow(detail);
});

test("a thousand points are allowed", () => {
  expect(resolve({ from: "2026-01-01", to: "2026-02-11T16:00:00Z", by: "hour" }).points).toBe(1000);
});

test.each([
  [{ from: "2026-03-02", to: "2026-03-01" }, "to must be later than from"],
  [{ from: "2026-03-01", to: "2026-03-01" }, "to must be later than from"],
  [{ from: "2026-07-01" }, "Default of to: now"],
  [{ timeZone: "Europe/Atlantis" }, "timeZone must be an IANA time zone"],
  [{ from: "0001-01-01" }, "from must be between the years 1970 and 3000"],
  [{ to: "9999-12-31" }, "to must be between the years 1970 and 3000"],
])("%o is rejected", (input, detail) => {
  expect(() => resolve(input)).toThrow(detail);
});
