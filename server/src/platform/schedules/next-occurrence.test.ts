import { describe, expect, test } from "vitest";
import { nextOccurrence } from "./next-occurrence.ts";
import { parseCron } from "./parse-cron.ts";

/** The given number of consecutive occurrences. */
function occurrences(expression: string, timeZone: string, after: string, count: number): string[] {
  const schedule = parseCron(expression);
  const found: string[] = [];
  for (let last = new Date(after); found.length < count; ) {
    last = nextOccurrence(schedule, timeZone, last);
    found.push(last.toISOString().replace(":00.000Z", "Z"));
  }
  return found;
}

type Case = readonly [expression: string, timeZone: string, after: string, expected: readonly string[]];

function check(expression: string, timeZone: string, after: string, expected: readonly string[]): void {
  expect(occurrences(expression, timeZone, after, expected.length)).toEqual(expected);
}

describe("nextOccurrence finds calendar times", () => {
  test.each<Case>([
    ["* * * * *", "UTC", "2024-05-01T12:00:00.000Z", ["2024-05-01T12:01Z", "2024-05-01T12:02Z"]],
    ["* * * * *", "UTC", "2024-05-01T11:59:59.999Z", ["2024-05-01T12:00Z"]],
    ["0 12 * * *", "UTC", "2024-05-01T12:00:00.001Z", ["2024-05-02T12:00Z"]],
    ["59 23 31 12 *", "UTC", "2024-12-31T23:58:00Z", ["2024-12-31T23:59Z", "2025-12-31T23:59Z"]],
    ["5/20 8,17 * * *", "UTC", "2024-05-01T08:30:00Z", ["2024-05-01T08:45Z", "2024-05-01T17:05Z"]],
    ["0 9 * * MON-FRI", "Europe/Berlin", "2024-05-03T12:00:00Z", ["2024-05-06T07:00Z", "2024-05-07T07:00Z"]],
    ["0 0 * * 7", "UTC", "2024-05-01T00:00:00Z", ["2024-05-05T00:00Z", "2024-05-12T00:00Z"]],
    ["0 0 31 * *", "UTC", "2024-03-31T00:00:00Z", ["2024-05-31T00:00Z", "2024-07-31T00:00Z"]],
    ["0 0 29 2 *", "UTC", "2024-02-29T00:00:00Z", ["2028-02-29T00:00Z", "2032-02-29T00:00Z"]],
    ["0 0 29 2 *", "America/New_York", "2096-03-01T00:00:00Z", ["2104-02-29T05:00Z"]],
  ])("%s in %s after %s", check);

  test.each<Case>([
    ["0 0 13 * 5", "UTC", "2024-10-05T00:00:00Z", ["2024-10-11T00:00Z", "2024-10-13T00:00Z", "2024-10-18T00:00Z"]],
    ["0 0 31 2 1", "UTC", "2024-02-20T00:00:00Z", ["2024-02-26T00:00Z", "2025-02-03T00:00Z"]],
    ["0 0 */2 * 5", "UTC", "2024-10-01T00:00:00Z", ["2024-10-11T00:00Z", "2024-10-25T00:00Z"]],
    ["0 0 29 2 */6", "UTC", "2020-03-01T00:00:00Z", ["2032-02-29T00:00Z", "2048-02-29T00:00Z"]],
  ])("%s, which restricts both kinds of days, in %s after %s", check);

  test.each<Case>([
    ["0 0 1 1 *", "Pacific/Kiritimati", "2023-12-01T00:00:00Z", ["2023-12-31T10:00Z"]],
    ["0 0 1 1 *", "Etc/GMT+12", "2023-12-01T00:00:00Z", ["2024-01-01T12:00Z"]],
    ["30 0 * * *", "Asia/Kathmandu", "2024-05-01T12:00:00Z", ["2024-05-01T18:45Z", "2024-05-02T18:45Z"]],
    ["*/30 * * * *", "Asia/Kathmandu", "2024-05-01T12:00:00Z", ["2024-05-01T12:15Z", "2024-05-01T12:45Z"]],
    ["0 0 * * *", "Africa/Monrovia", "1971-06-01T00:00:00Z", ["1971-06-01T00:44:30.000Z"]],
  ])("%s far from UTC, in %s after %s", check);
});

describe("when clocks go forward, a fixed hour is due at the end of the gap, once", () => {
  test.each<Case>([
    ["30 2 * * *", "Europe/Berlin", "2024-03-30T01:30:00Z", ["2024-03-31T01:00Z", "2024-04-01T00:30Z"]],
    ["*/15 2 * * *", "Europe/Berlin", "2024-03-30T02:00:00Z", ["2024-03-31T01:00Z", "2024-04-01T00:00Z"]],
    ["0 2,3 * * *", "Europe/Berlin", "2024-03-30T12:00:00Z", ["2024-03-31T01:00Z", "2024-04-01T00:00Z"]],
    ["30 2 31 3 *", "Europe/Berlin", "2024-03-01T00:00:00Z", ["2024-03-31T01:00Z", "2025-03-31T00:30Z"]],
    ["59 1 * * *", "Europe/Berlin", "2024-03-30T12:00:00Z", ["2024-03-31T00:59Z", "2024-03-31T23:59Z"]],
    ["30 2 * * *", "America/New_York", "2024-03-09T12:00:00Z", ["2024-03-10T07:00Z", "2024-03-11T06:30Z"]],
    ["15 2 * * *", "Australia/Lord_Howe", "2024-10-05T00:00:00Z", ["2024-10-05T15:30Z", "2024-10-06T15:15Z"]],
    ["30 2 * * *", "Australia/Lord_Howe", "2024-10-05T00:00:00Z", ["2024-10-05T15:30Z", "2024-10-06T15:30Z"]],
    ["0 0 * * *", "America/Sao_Paulo", "2018-11-03T12:00:00Z", ["2018-11-04T03:00Z", "2018-11-05T02:00Z"]],
    ["0 9 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", ["2011-12-30T10:00Z", "2012-12-29T19:00Z"]],
    [
      "0 9 * * *",
      "Pacific/Apia",
      "2011-12-29T00:00:00Z",
      ["2011-12-29T19:00Z", "2011-12-30T10:00Z", "2011-12-30T19:00Z"],
    ],
  ])("%s in %s after %s", check);
});

describe("when clocks go back, a fixed hour is due only the first time", () => {
  test.each<Case>([
    ["30 2 * * *", "Europe/Berlin", "2024-10-26T12:00:00Z", ["2024-10-27T00:30Z", "2024-10-28T01:30Z"]],
    ["30 2 * * *", "Europe/Berlin", "2024-10-27T00:45:00Z", ["2024-10-28T01:30Z"]],
    ["30 2 * * *", "Europe/Berlin", "2024-10-27T01:10:00Z", ["2024-10-28T01:30Z"]],
    ["*/30 2,3 * * *", "Europe/Berlin", "2024-10-27T00:10:00Z", ["2024-10-27T00:30Z", "2024-10-27T02:00Z"]],
    ["30 1 * * *", "America/New_York", "2024-11-02T12:00:00Z", ["2024-11-03T05:30Z", "2024-11-04T06:30Z"]],
    ["45 1 * * *", "Australia/Lord_Howe", "2024-04-06T00:00:00Z", ["2024-04-06T14:45Z", "2024-04-07T15:15Z"]],
    ["30 23 * * *", "America/Sao_Paulo", "2018-02-17T12:00:00Z", ["2018-02-18T01:30Z", "2018-02-19T02:30Z"]],
    ["0 0 * * *", "America/Sao_Paulo", "2018-02-17T12:00:00Z", ["2018-02-18T03:00Z", "2018-02-19T03:00Z"]],
  ])("%s in %s after %s", check);
});

describe("repeating hours are due at every matching minute of the clock", () => {
  test.each<Case>([
    ["30 * * * *", "Europe/Berlin", "2024-03-31T00:00:00Z", ["2024-03-31T00:30Z", "2024-03-31T01:30Z"]],
    ["0 */2 * * *", "Europe/Berlin", "2024-03-30T23:00:00Z", ["2024-03-31T02:00Z", "2024-03-31T04:00Z"]],
    [
      "*/20 * * * *",
      "Europe/Berlin",
      "2024-03-31T00:39:00Z",
      ["2024-03-31T00:40Z", "2024-03-31T01:00Z", "2024-03-31T01:20Z"],
    ],
    [
      "30 * * * *",
      "Europe/Berlin",
      "2024-10-27T00:00:00Z",
      ["2024-10-27T00:30Z", "2024-10-27T01:30Z", "2024-10-27T02:30Z"],
    ],
    [
      "*/20 * * * *",
      "Europe/Berlin",
      "2024-10-27T00:39:00Z",
      ["2024-10-27T00:40Z", "2024-10-27T01:00Z", "2024-10-27T01:20Z"],
    ],
    [
      "0 */2 * * *",
      "Europe/Berlin",
      "2024-10-26T23:00:00Z",
      ["2024-10-27T00:00Z", "2024-10-27T01:00Z", "2024-10-27T03:00Z"],
    ],
    [
      "45 * * * *",
      "Australia/Lord_Howe",
      "2024-04-06T14:00:00Z",
      ["2024-04-06T14:45Z", "2024-04-06T15:15Z", "2024-04-06T16:15Z"],
    ],
    ["15 * * * *", "Australia/Lord_Howe", "2024-10-05T14:00:00Z", ["2024-10-05T14:45Z", "2024-10-05T16:15Z"]],
    [
      "30 * 17 * *",
      "America/Sao_Paulo",
      "2018-02-18T00:45:00Z",
      ["2018-02-18T01:30Z", "2018-02-18T02:30Z", "2018-03-17T03:30Z"],
    ],
    ["0 */6 * * *", "Pacific/Apia", "2011-12-30T04:00:00Z", ["2011-12-30T10:00Z", "2011-12-30T16:00Z"]],
    ["0 * 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", ["2012-12-29T10:00Z"]],
  ])("%s in %s after %s", check);
});

test("an unknown time zone is a RangeError", () => {
  const schedule = parseCron("0 9 * * *");

  expect(() => nextOccurrence(schedule, "Europe/Bielefeld", new Date(0))).toThrow(RangeError);
});
