import { EvaluationError } from "../expression-error.ts";
import { valueDepthMax } from "../expression-limits.ts";
import type { Fuel } from "../fuel.ts";
import { dateText } from "./dates.ts";
import type { Value } from "./value.ts";

export type Primitive = string | number | boolean | null | undefined;

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
