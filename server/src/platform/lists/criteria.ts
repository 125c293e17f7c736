import { z } from "zod";
import { dayMs } from "../durations.ts";
import { invalidField } from "../errors.ts";
import type { Problem } from "../problem.ts";

/** Milliseconds, both ends inclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const date = z.iso.date();
const time = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);
const forms =
  "Write BETWEEN a and b, where each is a date such as 2026-03-01, which means the whole UTC day, or a time such as 2026-03-01T08:30:00Z (encode + in an offset as %2B)";

/** Parses BETWEEN a and b. Changes have millisecond timestamps, so a day ends with its last millisecond. */
export function parseCreatedOn(text: string): TimeRange {
  const { low, high } = splitBetween(text) ?? { low: "", high: "" };
  const start = rangeOf(low);
  const end = rangeOf(high);
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

/** The ends of "BETWEEN a and b". Undefined for a text in another form. */
export function splitBetween(text: string): { readonly low: string; readonly high: string } | undefined {
  const [, low, high] = /^\s*between\s+(\S.*?)\s+and\s+(\S.*?)\s*$/is.exec(text) ?? [];
  return low === undefined || high === undefined ? undefined : { low, high };
}

/** Reads the texts of the parameter criteria of a list with these keys, and rejects any other key. */
export function textCriteria<Key extends string>(
  given: Readonly<Record<string, unknown>>,
  keys: readonly Key[],
  charactersMax: number,
): (key: Key) => string | undefined {
  const unknown = Object.keys(given).find((key) => !keys.some((known) => known === key));
  if (unknown !== undefined) {
    throw invalidCriterion(unknown, `criteria accepts ${keys.join(", ")}; ${unknown} is not one of them.`);
  }
  return (key) => readTextCriterion(key, given[key], charactersMax);
}

export function readTextCriterion(key: string, value: unknown, charactersMax: number): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (typeof value !== "string" || value === "" || value.length > charactersMax || /\p{Cc}/u.test(value)) {
    const detail = `${key} must be a text of 1 to ${charactersMax} characters without control characters.`;
    throw invalidCriterion(key, detail);
  }
  return value;
}

export function oneOfCriterion<Value extends string>(
  key: string,
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  const found = values.find((value) => value === text);
  if (text !== undefined && found === undefined) {
    throw invalidCriterion(key, `${key} must be one of ${values.join(", ")}.`);
  }
  return found;
}

/** An error in a key of the parameter criteria. */
export function invalidCriterion(key: string, detail: string): Problem {
  return invalidField(`criteria.${key}`, detail);
}
