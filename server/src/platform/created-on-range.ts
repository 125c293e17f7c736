import { z } from "zod";
import { invalidCriterion } from "./invalid-criterion.ts";

/** Milliseconds, both ends inclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;
const date = z.iso.date();
const time = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);
const forms =
  "Write BETWEEN a and b, where each is a date such as 2026-03-01, which means the whole UTC day, or a time such as 2026-03-01T08:30:00Z (encode + in an offset as %2B)";

/** Parses BETWEEN a and b. Changes have millisecond timestamps, so a day ends with its last millisecond. */
export function parseCreatedOn(text: string): TimeRange {
  const [, first = "", second = ""] = /^\s*between\s+(\S+)\s+and\s+(\S+)\s*$/i.exec(text) ?? [];
  const start = rangeOf(first);
  const end = rangeOf(second);
  if (start === undefined || end === undefined) {
    throw invalidCriterion("createdOn", `createdOn is not a range of times. ${forms}.`);
  }
  if (end.to < start.from) {
    throw invalidCriterion("createdOn", "createdOn ends before it starts. Write the earlier time first.");
  }
  return { from: start.from, to: end.to };
}

function rangeOf(text: string): TimeRange | undefined {
  if (date.safeParse(text).success) {
    const from = Date.parse(text);
    return { from, to: from + dayMs - 1 };
  }
  const at = time.safeParse(text).success ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : { from: at, to: at };
}
