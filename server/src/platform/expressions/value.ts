import { EvaluationError } from "./expression-error.ts";
import { valueDepthMax } from "./expression-limits.ts";
import type { Fuel } from "./fuel.ts";

/**
 * Every value that can exist during an evaluation. Objects are maps, so that no prototype can be reached, and no value
 * contains a function, so that conversions never run a tenant's code.
 */
export type Value = string | number | boolean | null | undefined | Date | Value[] | Map<string, Value>;

type Primitive = string | number | boolean | null | undefined;

/** JavaScript's String(value). */
export function toText(value: Value, fuel: Fuel, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Date) return dateText(value);
  if (value instanceof Map) return "[object Object]";
  return joinList(value, ",", fuel, depth);
}

/** JavaScript's list.join(separator): null and undefined are empty. */
export function joinList(list: readonly Value[], separator: string, fuel: Fuel, depth = 0): string {
  if (depth > valueDepthMax) {
    throw new EvaluationError(`A list is nested deeper than ${valueDepthMax} levels; flatten it.`);
  }
  fuel.list(list.length);
  let length = 0;
  const texts = list.map((item) => {
    const text = item === null || item === undefined ? "" : toText(item, fuel, depth + 1);
    length += text.length + separator.length;
    fuel.fit(length - separator.length);
    return text;
  });
  return fuel.make(texts.join(separator));
}

/** JavaScript's Number(value). */
export function toNumber(value: Value, fuel: Fuel): number {
  if (typeof value === "number") return value;
  if (value instanceof Date) return value.getTime();
  const primitive = toPrimitive(value, "number", fuel);
  if (typeof primitive === "string") fuel.scanLong(primitive.length);
  return Number(primitive);
}

/** Dates are text unless a number is requested; lists and objects are always text. */
export function toPrimitive(value: Value, hint: "default" | "number", fuel: Fuel): Primitive {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date && hint === "number") return value.getTime();
  return toText(value, fuel);
}

/** JavaScript's ===. */
export function strictEquals(left: Value, right: Value, fuel: Fuel): boolean {
  if (typeof left === "string" && typeof right === "string" && left.length === right.length) {
    fuel.scanLong(left.length);
  }
  return left === right;
}

/** JavaScript's ==. */
export function looseEquals(left: Value, right: Value, fuel: Fuel): boolean {
  if (typeof left === typeof right && !isNothing(left) && !isNothing(right)) return strictEquals(left, right, fuel);
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right);
  const first = toPrimitive(left, "default", fuel);
  const second = toPrimitive(right, "default", fuel);
  if (typeof first === "string" && typeof second === "string") return strictEquals(first, second, fuel);
  return toNumber(first, fuel) === toNumber(second, fuel);
}

/** The comparison of includes: like ===, but NaN equals itself. */
export function sameValueZero(left: Value, right: Value, fuel: Fuel): boolean {
  return strictEquals(left, right, fuel) || (Number.isNaN(left) && Number.isNaN(right));
}

type Comparison = "<" | ">" | "<=" | ">=";

/** JavaScript's < > <= >=. */
export function compare(left: Value, comparison: Comparison, right: Value, fuel: Fuel): boolean {
  const first = toPrimitive(left, "number", fuel);
  const second = toPrimitive(right, "number", fuel);
  if (typeof first === "string" && typeof second === "string") {
    fuel.scanLong(Math.min(first.length, second.length));
    return ordered(first, comparison, second);
  }
  return ordered(toNumber(first, fuel), comparison, toNumber(second, fuel));
}

function ordered<T extends string | number>(left: T, comparison: Comparison, right: T): boolean {
  switch (comparison) {
    case "<":
      return left < right;
    case ">":
      return left > right;
    case "<=":
      return left <= right;
    case ">=":
      return left >= right;
  }
}

function isNothing(value: Value | Primitive): value is null | undefined {
  return value === null || value === undefined;
}

const localIsoDateTime = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;
const iso = /^[+-]?\d{4,6}(?:-\d\d(?:-\d\d(?:T.*)?)?)?$/;
const zoneName = /(?<![a-z])(?:utc?|gmt|z|[ecmp][sd]t)(?![a-z])/i;
const zoneOffset = /:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:[ap]m)?\s*[+-]\d/i;

/** JavaScript's Date.parse on a machine in UTC, in any local time zone: a row must mean the same everywhere. */
export function parseDate(text: string): number {
  if (localIsoDateTime.test(text)) return Date.parse(`${text}Z`);
  if (iso.test(text) || zoneName.test(text) || zoneOffset.test(text)) return Date.parse(text);
  return Date.parse(`${text} UTC`);
}

/** JavaScript's String(date) on a machine in UTC. */
export function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  return `${calendarText(date)} ${clockText(date)}`;
}

/** JavaScript's date.toDateString() on a machine in UTC. */
export function calendarText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  const [weekday = "", day = "", month = "", year = ""] = date.toUTCString().split(" ");
  return `${weekday.slice(0, 3)} ${month} ${day} ${year}`;
}

/** JavaScript's date.toTimeString() on a machine in UTC. */
export function clockText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  const time = date.toUTCString().split(" ")[4] ?? "";
  return `${time} GMT+0000 (Coordinated Universal Time)`;
}
