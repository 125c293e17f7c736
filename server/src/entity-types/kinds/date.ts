import { error, type PropertyKind, type Reading, stored } from "./property-kind.ts";
import { shorten } from "./validate-text.ts";

/** A day without a time, and therefore without a time zone. Its text sorts by time. */
export const dateKind: PropertyKind = {
  ordering: "text",
  readJson: (value) => (typeof value === "string" ? readDate(value) : error("must be a date, such as 2026-12-31.")),
  readCell: readDate,
};

function readDate(text: string): Reading {
  return isDate(text) ? stored(text) : error(`is not a date: ${shorten(text)}. Write it as 2026-12-31.`);
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
