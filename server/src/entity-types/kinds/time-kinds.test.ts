import { describe, expect, test } from "vitest";
import { splitDate } from "./date.ts";
import { buildProperty } from "./testing/build-property.ts";
import { readCell, readJson } from "./testing/read-value.ts";

describe("a date is an existing day", () => {
  const property = buildProperty("date");

  test.each(["2026-12-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("%s", (text) => {
    expect(readJson(text, property)).toStrictEqual({ value: text });
    expect(readCell(text, property)).toStrictEqual({ value: text });
  });

  test.each([
    "31.12.2026",
    "12/31/2026",
    "2026-02-30",
    "2026-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-12-00",
    "2026-1-1",
    "20261231",
    "2026-12-31T00:00:00Z",
    "+02026-12-31",
    "",
  ])("but %s is rejected", (text) => {
    const error = `is not a date: ${text}. Write it as 2026-12-31.`;

    expect(readJson(text, property)).toStrictEqual({ error });
    expect(readCell(text, property)).toStrictEqual({ error });
  });

  test.each([20_261_231, true, {}])("%j is not a date", (value) => {
    expect(readJson(value, property)).toStrictEqual({ error: "must be a date, such as 2026-12-31." });
  });
});

describe("a datetime is stored in UTC with milliseconds", () => {
  const property = buildProperty("datetime");

  test.each([
    ["2026-12-31T12:00:00.000Z", "2026-12-31T12:00:00.000Z"],
    ["2026-12-31T12:00:00Z", "2026-12-31T12:00:00.000Z"],
    ["2026-12-31T12:00Z", "2026-12-31T12:00:00.000Z"],
    ["2026-12-31t12:00:00z", "2026-12-31T12:00:00.000Z"],
    ["2026-12-31T12:00:00.1239999Z", "2026-12-31T12:00:00.123Z"],
    ["2026-12-31T23:30:00-05:30", "2027-01-01T05:00:00.000Z"],
    ["2026-12-31T12:00:00+0200", "2026-12-31T10:00:00.000Z"],
    ["2026-12-31T24:00:00Z", "2027-01-01T00:00:00.000Z"],
    ["0099-01-01T00:00:00Z", "0099-01-01T00:00:00.000Z"],
  ])("%s", (text, value) => {
    expect(readJson(text, property)).toStrictEqual({ value });
    expect(readCell(text, property)).toStrictEqual({ value });
  });

  test.each([
    "2026-12-31",
    "2026-12-31T12:00:00",
    "2026-12-31 12:00:00Z",
    "2026-02-30T12:00:00Z",
    "2026-12-31T25:00:00Z",
    "2026-12-31T12:60:00Z",
    "2026-12-31T12:00:60Z",
    "2026-12-31T12:00:00+99:99",
    "2026-12-31T12:00:00 CET",
    "0000-01-01T00:00:00+14:00",
    "9999-12-31T23:59:00-14:00",
    "1767268800000",
  ])("but %s is rejected", (text) => {
    const error = `is not a time: ${text}. Write it with its zone, as 2026-12-31T12:00:00Z.`;

    expect(readJson(text, property)).toStrictEqual({ error });
    expect(readCell(text, property)).toStrictEqual({ error });
  });

  test("a number is not a time", () => {
    expect(readJson(1_767_268_800_000, property)).toStrictEqual({
      error: "must be a time, such as 2026-12-31T12:00:00Z.",
    });
  });
});

describe("a date in the format of the file", () => {
  test.each([
    ["YYYY-MM-DD", "2026-2-1", "2026-02-01"],
    ["DD.MM.YYYY", "1.2.2026", "2026-02-01"],
    ["DD/MM/YYYY", "01/02/2026", "2026-02-01"],
    ["MM/DD/YYYY", "01/02/2026", "2026-01-02"],
    ["DD-MM-YYYY", "01-02-2026", "2026-02-01"],
    ["YYYY/MM/DD", "2026/02/01", "2026-02-01"],
    ["YYYYMMDD", "20260201", "2026-02-01"],
    ["DD.MM.YYYY", "01/02/2026", undefined],
    ["DD.MM.YYYY", "01.02.20261", undefined],
    ["YYYYMMDD", "202621", undefined],
  ] as const)("%s: %s is %s", (format, cell, date) => {
    expect(splitDate(cell, format)?.date).toBe(date);
  });
});
