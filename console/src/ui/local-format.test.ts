import { expect, test } from "vitest";
import {
  type DateFormat,
  localizeDate,
  localizeNumber,
  type NumberFormat,
  parseDate,
  parseNumber,
  readLocalFormat,
  typedNumber,
} from "./local-format.ts";

const numbers = (format: NumberFormat) => ({ numbers: format, dates: "2026-12-31" }) as const;
const dates = (format: DateFormat) => ({ numbers: "1,234.50", dates: format }) as const;

const parsed: [text: string, english: number | undefined, german: number | undefined, french: number | undefined][] = [
  ["12", 12, 12, 12],
  ["12.5", 12.5, 12.5, 12.5],
  ["198.95", 198.95, 198.95, 198.95],
  ["12,5", undefined, 12.5, 12.5],
  [",5", undefined, 0.5, 0.5],
  ["1,234", undefined, 1.234, 1.234],
  ["1.234", 1.234, 1234, undefined],
  ["1.234,5", 1234.5, 1234.5, 1234.5],
  ["1,234.5", 1234.5, 1234.5, 1234.5],
  ["1.234.567", 1234567, 1234567, 1234567],
  ["1 234,50", 1234.5, 1234.5, 1234.5],
  ["1\u00a0234", 1234, 1234, 1234],
  ["-29,50", undefined, -29.5, -29.5],
  ["1e3", 1000, 1000, 1000],
  ["12,5x", undefined, undefined, undefined],
  ["1,2,3", undefined, undefined, undefined],
  ["", undefined, undefined, undefined],
  ["1e999", undefined, undefined, undefined],
];

test.each(parsed)("%j is parsed by the format of the person", (text, english, german, french) => {
  expect([
    parseNumber(text, numbers("1,234.50")),
    parseNumber(text, numbers("1.234,50")),
    parseNumber(text, numbers("1 234,50")),
  ]).toEqual([english, german, french]);
});

test.each([
  ["1,234.50", "1,234,567.5", "1234.5"],
  ["1.234,50", "1.234.567,5", "1234,5"],
  ["1 234,50", "1\u00a0234\u00a0567,5", "1234,5"],
] as const)("numbers are written as %s", (format, shown, typed) => {
  expect(localizeNumber("1,234,567.5", numbers(format))).toBe(shown);
  expect(typedNumber(1234.5, numbers(format))).toBe(typed);
  expect(parseNumber(typedNumber(0.125, numbers(format)), numbers(format))).toBe(0.125);
});

test.each([
  ["2026-12-31", "2026-03-01", "2026-03-01"],
  ["31.12.2026", "01.03.2026", "1.3.2026"],
  ["31/12/2026", "01/03/2026", "1/3/2026"],
  ["12/31/2026", "03/01/2026", "3/1/2026"],
] as const)("dates are written and parsed as %s", (format, shown, typed) => {
  expect(localizeDate("2026-03-01", dates(format))).toBe(shown);
  expect(parseDate(typed, dates(format))).toBe("2026-03-01");
  expect(parseDate("2026-03-01", dates(format))).toBe("2026-03-01");
  expect(parseDate("2026-02-30", dates(format))).toBeUndefined();
});

test("a date that could be two days is not parsed without a format", () => {
  expect(parseDate("01/02/2026", dates("2026-12-31"))).toBeUndefined();
});

test.each([
  [null, "1,234.50", "2026-12-31"],
  ["1.234,50|31.12.2026", "1.234,50", "31.12.2026"],
  ["other|31/12/2026", "1,234.50", "31/12/2026"],
])("the stored format %j is read", (stored, expectedNumbers, expectedDates) => {
  expect(readLocalFormat(stored)).toEqual({ numbers: expectedNumbers, dates: expectedDates });
});
