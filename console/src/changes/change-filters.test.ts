import { expect, test } from "vitest";
import {
  chartTimesOf,
  countFilters,
  criteriaOf,
  criteriaWithoutTimes,
  fromLocalField,
  readChangeFilters,
  timesOf,
  toLocalField,
} from "./change-filters.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");

test.each([
  [{}, {}],
  [{ entityType: "item" }, { entityType: "item" }],
  [{ entityType: "item:product" }, { typePath: "item:product" }],
  [
    { action: "update", changed: "price", createdById: "U1" },
    { action: "update", changed: "price", createdById: "U1" },
  ],
  [{ source: "loader", live: true }, {}],
  [{ range: "24h" }, { createdOn: "BETWEEN 2026-03-09T12:00:00.000Z and 9999-12-31T23:59:59.999Z" }],
  [{ to: "2026-03-01T00:00:00Z" }, { createdOn: "BETWEEN 1970-01-01T00:00:00.000Z and 2026-03-01T00:00:00.000Z" }],
] as const)("the filters %j give the criteria %j", (filters, criteria) => {
  expect(criteriaOf(filters, now)).toEqual(criteria);
});

test("live mode uses the same criteria without times", () => {
  expect(criteriaWithoutTimes({ range: "1h", changeSetId: "S", entityReference: "item:1" })).toEqual({
    changeSetId: "S",
    entityReference: "item:1",
  });
});

test("unknown parameters of an address are ignored", () => {
  const filters = readChangeFilters({ action: "explode", range: "1y", entityType: "item", live: "yes", other: 1 });

  expect(filters).toMatchObject({ entityType: "item", action: undefined, range: undefined, live: undefined });
});

test("exact times count as one filter, and live mode as none", () => {
  expect(countFilters({ from: "a", to: "b", live: true, action: "create" })).toBe(2);
  expect(countFilters({})).toBe(0);
});

test.each([
  [{}, undefined, undefined],
  [{ range: "7d" }, "2026-03-03T12:00:00.000Z", undefined],
  [{ range: "7d", from: "2026-01-01T00:00:00Z" }, "2026-01-01T00:00:00.000Z", undefined],
  [{ from: "yesterday", to: "2026-02-01" }, undefined, "2026-02-01T00:00:00.000Z"],
] as const)("%j is from %s to %s", (given, from, to) => {
  expect(timesOf(given, now)).toEqual({ from, to });
});

test.each([
  [{}, { from: "2026-02-08T12:00:00.000Z" }],
  [{ range: "1h" }, { from: "2026-03-10T11:00:00.000Z" }],
  [{ to: "2026-02-01T00:00:00Z" }, { from: "2026-01-02T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" }],
  [{ from: "2026-04-01T00:00:00Z" }, { from: "2026-03-10T11:00:00.000Z" }],
] as const)("the chart of %j shows %j", (given, times) => {
  expect(chartTimesOf(given, now)).toEqual(times);
});

test("a browser field round-trips a time", () => {
  const time = "2026-03-01T08:30:00.000Z";

  expect(fromLocalField(toLocalField(time))).toBe(time);
  expect(toLocalField(undefined)).toBe("");
  expect(fromLocalField("")).toBeUndefined();
});
