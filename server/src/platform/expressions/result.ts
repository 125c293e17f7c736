import type { JsonValue } from "../json-value.ts";
import { EvaluationError } from "./expression-error.ts";
import { valueDepthMax } from "./expression-limits.ts";
import type { Fuel } from "./fuel.ts";
import { joinList, type Value } from "./value.ts";

/** The result of an expression: maps become objects, a date its ISO text. */
export function resultOf(value: Value, fuel: Fuel): JsonValue {
  if (value instanceof Date) return isoText(value);
  return typeof value === "object" && value !== null ? nestedResultOf(value, fuel, 0) : value;
}

/** As in JSON, where a list has no undefined; charged, as it may contain the same text a thousand times. */
function nestedResultOf(value: Value, fuel: Fuel, depth: number): JsonValue {
  if (typeof value === "string") return fuel.make(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return isoText(value);
  if (depth > valueDepthMax) {
    throw new EvaluationError(`The result is nested deeper than ${valueDepthMax} levels; flatten it.`);
  }
  if (value instanceof Map) {
    fuel.step(value.size);
    const entries = [...value].map(([key, inner]) => [fuel.make(key), nestedResultOf(inner, fuel, depth + 1)]);
    return Object.fromEntries(entries);
  }
  fuel.list(value.length);
  return value.map((inner) => nestedResultOf(inner, fuel, depth + 1) ?? null);
}

/** The text of a value inside a template or a literal: null and undefined are empty, and a date is its ISO text. */
export function insertedText(value: Value, fuel: Fuel): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return isoText(value);
  if (value instanceof Map) throw objectInText();
  return Array.isArray(value) ? joinList(value, ",", fuel) : String(value);
}

/** The text of a result for targets that store only text, such as a cell. */
export function textOfResult(result: JsonValue): string {
  if (result === null || result === undefined) return "";
  if (typeof result !== "object") return String(result);
  if (!Array.isArray(result)) throw objectInText();
  return result.map((inner) => textOfResult(inner)).join(",");
}

function objectInText(): EvaluationError {
  return new EvaluationError("An object cannot be converted to text; use one of its properties.");
}

function isoText(date: Date): string {
  if (Number.isNaN(date.getTime())) {
    throw new EvaluationError("The result is an invalid date; check its text.");
  }
  return date.toISOString();
}
