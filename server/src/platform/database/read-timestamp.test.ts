import { expect, test } from "vitest";
import { readTimestamp } from "./sql.ts";

test.each([
  ["2026-12-31 12:00:00+00", "2026-12-31T12:00:00.000Z"],
  ["2026-12-31 12:00:00.1+00", "2026-12-31T12:00:00.100Z"],
  ["2026-12-31 12:00:00.123+00", "2026-12-31T12:00:00.123Z"],
  ["2026-12-31 12:00:00.123999+00", "2026-12-31T12:00:00.123Z"],
  ["0001-01-01 00:00:00+00", "0001-01-01T00:00:00.000Z"],
  ["2026-12-31 12:00:00.5+05:30", "2026-12-31T06:30:00.500Z"],
  ["2026-12-31 12:00:00-03", "2026-12-31T15:00:00.000Z"],
  ["10000-01-01 00:00:00+00", "+010000-01-01T00:00:00.000Z"],
])("%s is %s", (text, iso) => {
  const read = readTimestamp(text);

  expect(read).toBeInstanceOf(Date);
  expect(read).toStrictEqual(new Date(iso));
});

test.each([
  ["infinity", Number.POSITIVE_INFINITY],
  ["-infinity", Number.NEGATIVE_INFINITY],
])("%s is not a date", (text, value) => {
  expect(readTimestamp(text)).toBe(value);
});
