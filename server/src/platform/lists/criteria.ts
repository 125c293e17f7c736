import { operations } from "@weft/contract";
import { z } from "zod";
import { adviceOnName, shownName } from "../closest-name.ts";
import { dayMs } from "../durations.ts";
import { invalidField } from "../errors.ts";
import { isObject } from "../json-value.ts";
import type { Problem } from "../problem.ts";

/** Milliseconds, both ends inclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const date = z.iso.date();
const time = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);
const forms =
  "Write BETWEEN a and b, or an object with gt, gte, lt or lte, where each is a date such as 2026-03-01, which means the whole UTC day, or a time such as 2026-03-01T08:30:00Z (encode + in an offset as %2B)";

// Of a range that is open at one end. PostgreSQL and JavaScript can both represent them.
const timeMin = 0;
const timeMax = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The ends that each operator sets, given the first and the last millisecond of its operand. */
const bounds: Readonly<Record<string, (operand: TimeRange) => Partial<TimeRange>>> = {
  gt: ({ to }) => ({ from: to + 1 }),
  gte: ({ from }) => ({ from }),
  lt: ({ from }) => ({ to: from - 1 }),
  lte: ({ to }) => ({ to }),
};

/**
 * Parses a criterion on a time: BETWEEN a and b, or an object with gt, gte, lt and lte. Timestamps have milliseconds,
 * so a day ends with its last millisecond.
 */
export function readTimeCriterion(key: string, given: unknown): TimeRange | undefined {
  if (given === undefined) {
    return undefined;
  }
  const range = isObject(given) ? rangeOfBounds(key, given) : rangeBetween(given);
  if (range === undefined) {
    throw invalidCriterion(key, `${key} is not a range of times. ${forms}.`);
  }
  if (range.to < range.from) {
    throw invalidCriterion(key, `${key} ends before it starts. Write the earlier time first.`);
  }
  return range;
}

function rangeBetween(given: unknown): TimeRange | undefined {
  const { low, high } = (typeof given === "string" ? splitBetween(given) : undefined) ?? { low: "", high: "" };
  const start = rangeOf(low);
  const end = rangeOf(high);
  return start === undefined || end === undefined ? undefined : { from: start.from, to: end.to };
}

function rangeOfBounds(key: string, given: Readonly<Record<string, unknown>>): TimeRange | undefined {
  const names = Object.keys(bounds);
  const ends = Object.entries(given).map(([name, text]) => {
    requireName(name, names, `${key} has no operator`, `criteria.${key}.${name}`);
    const operand = typeof text === "string" ? rangeOf(text) : undefined;
    return operand === undefined ? undefined : bounds[name]?.(operand);
  });
  if (ends.length === 0 || ends.includes(undefined)) {
    return undefined;
  }
  return {
    from: Math.max(timeMin, ...ends.map((end) => end?.from ?? timeMin)),
    to: Math.min(timeMax, ...ends.map((end) => end?.to ?? timeMax)),
  };
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

/** The kinds by their plural names, which paths use. */
const singulars: ReadonlyMap<string, string> = new Map(
  operations.flatMap(({ aliasOf }) => (aliasOf === undefined ? [] : [[aliasOf.plural, aliasOf.singular] as const])),
);

/** The singular of a kind that may be written in the plural, as in paths. */
export function singularOf(kind: string): string {
  return singulars.get(kind) ?? kind;
}

/** Parses <entityType>:<id>. The type may be in the plural, and must be one of the known ones. */
export function readReference(key: string, text: string | undefined, known: readonly string[]) {
  if (text === undefined) {
    return undefined;
  }
  const end = text.indexOf(":");
  if (end < 1 || end === text.length - 1) {
    throw invalidCriterion(key, `${key} must be <entityType>:<id>, such as item:IKq3B7dhPx0a_2Zk.`);
  }
  const entityType = singularOf(text.slice(0, end));
  requireName(entityType, known, `${key} has no entity type`, `criteria.${key}`);
  return { entityType, id: text.slice(end + 1) };
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

/** The names that a list knows; any other is an error that names the nearest. */
export function requireName(name: string, known: readonly string[], problem: string, pointer: string): void {
  if (!known.includes(name)) {
    throw invalidField(pointer, `${problem} ${shownName(name)}. ${adviceOnName(name, known)}`, "unknown-member");
  }
}
