import type { DateFormat } from "@weft/contract";
import { error, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { shorten } from "./validate-text.ts";

/** A day without a time, and therefore without a time zone. Its text sorts by time. */
export const dateKind: PropertyKind = {
  ordering: "text",
  readJson: (value) => (typeof value === "string" ? readDate(value) : error("must be a date, such as 2026-12-31.")),
  readCell(cell, _property, { dateFormat }) {
    if (dateFormat === undefined) {
      return readDate(cell);
    }
    const { date, rest = "" } = splitDate(cell, dateFormat) ?? {};
    return date !== undefined && rest === "" && isDate(date)
      ? stored(date)
      : error(`is not a date: ${shorten(cell)}. Write it as ${dateFormat}.`);
  },
};

function readDate(text: string): Reading {
  return isDate(text) ? stored(text) : error(`is not a date: ${shorten(text)}. Write it as 2026-12-31.`);
}

const patterns: Readonly<Record<DateFormat, RegExp>> = {
  "YYYY-MM-DD": /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?!\d)/,
  "DD.MM.YYYY": /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?!\d)/,
  "DD/MM/YYYY": /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})(?!\d)/,
  "MM/DD/YYYY": /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?!\d)/,
  "DD-MM-YYYY": /^(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>\d{4})(?!\d)/,
  "YYYY/MM/DD": /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})(?!\d)/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
};

/** The date at the start of a cell in the form of the API, and the rest of the cell. A leading zero may be missing. */
export function splitDate(
  cell: string,
  format: DateFormat,
): { readonly date: string; readonly rest: string } | undefined {
  const found = patterns[format].exec(cell);
  if (found === null) {
    return undefined;
  }
  const { year = "", month = "", day = "" } = found.groups ?? {};
  return { date: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, rest: cell.slice(found[0].length) };
}

/** A day that exists: 2026-02-30 does not. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    return false;
  }
  const day = Number(text.slice(8));
  return day >= 1 && day <= daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** By counting, not with Date: a load calls this for millions of cells. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0);
}
