import { describe, expect, test } from "vitest";
import { readTimeCriterion } from "./criteria.ts";

function readRange(given: unknown): string[] {
  const { from, to } = readTimeCriterion("createdOn", given) ?? {};
  return [from, to].map((ms) => new Date(ms ?? Number.NaN).toISOString());
}

describe("a time range", () => {
  test.each([
    ["BETWEEN 2026-03-01 and 2026-03-02", "2026-03-01T00:00:00.000Z", "2026-03-02T23:59:59.999Z"],
    ["between 2026-03-01 AND 2026-03-01", "2026-03-01T00:00:00.000Z", "2026-03-01T23:59:59.999Z"],
    ["  Between  2024-02-29  And  2024-02-29 ", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    [
      "BETWEEN 2026-03-01T08:30:00.250Z and 2026-03-01T08:30:00.250Z",
      "2026-03-01T08:30:00.250Z",
      "2026-03-01T08:30:00.250Z",
    ],
    ["BETWEEN 2026-03-01T08:30Z and 2026-03-02", "2026-03-01T08:30:00.000Z", "2026-03-02T23:59:59.999Z"],
    [
      "BETWEEN 2026-03-01T02:00:00+02:00 and 2026-03-01T00:00:00-01:00",
      "2026-03-01T00:00:00.000Z",
      "2026-03-01T01:00:00.000Z",
    ],
  ])("%s", (text, from, to) => {
    expect(readRange(text)).toEqual([from, to]);
  });
});

describe("operators on a time", () => {
  test.each([
    [{ gte: "2026-03-01", lt: "2026-03-02" }, "2026-03-01T00:00:00.000Z", "2026-03-01T23:59:59.999Z"],
    [{ gt: "2026-03-01", lte: "2026-03-02" }, "2026-03-02T00:00:00.000Z", "2026-03-02T23:59:59.999Z"],
    [{ gt: "2026-03-01T08:30:00.250Z" }, "2026-03-01T08:30:00.251Z", "9999-12-31T23:59:59.999Z"],
    [{ lte: "2026-03-01T08:30:00.250Z" }, "1970-01-01T00:00:00.000Z", "2026-03-01T08:30:00.250Z"],
  ])("%j", (given, from, to) => {
    expect(readRange(given)).toEqual([from, to]);
  });

  test.each([
    [{}, /Write BETWEEN a and b, or an object with gt/],
    [{ gt: 5 }, /Write BETWEEN a and b/],
    [{ gte: "yesterday" }, /Write BETWEEN a and b/],
    [{ gtee: "2026-03-01" }, /no operator gtee. Did you mean gte\? Use one of gt, gte, lt, lte/],
    [{ gt: "2026-03-02", lt: "2026-03-01" }, /ends before it starts/],
    [["2026-03-01"], /Write BETWEEN a and b/],
  ])("%j is rejected", (given, detail) => {
    expect(() => readTimeCriterion("createdOn", given)).toThrow(detail);
  });
});

describe("an invalid time range", () => {
  test.each([
    "2026-03-01",
    "BETWEEN 2026-03-01",
    "BETWEEN 2026-03-01 and",
    "BETWEEN 2026-03-01, 2026-03-02",
    "BETWEEN 2026-02-29 and 2026-03-02",
    "BETWEEN 2026-13-01 and 2027-03-02",
    "BETWEEN 2026-3-1 and 2026-3-2",
    "BETWEEN 01.03.2026 and 02.03.2026",
    "BETWEEN 2026-03-01T08:30:00 and 2026-03-02",
    "BETWEEN 2026-03-01T25:00:00Z and 2026-03-02",
    "BETWEEN 2026-03-01T08:30:00 02:00 and 2026-03-02",
    "BETWEEN yesterday and today",
    "BETWEEN 2026-03-01 and 2026-03-02 or 1=1",
    "> 2026-03-01",
    "",
  ])("%j is rejected with the expected format", (text) => {
    expect(() => readTimeCriterion("createdOn", text)).toThrow(/Write BETWEEN a and b/);
  });

  test.each(["BETWEEN 2026-03-02 and 2026-03-01", "BETWEEN 2026-03-01T00:00:00.001Z and 2026-03-01T00:00:00.000Z"])(
    "%s ends before it starts",
    (text) => {
      expect(() => readTimeCriterion("createdOn", text)).toThrow(/ends before it starts/);
    },
  );
});
