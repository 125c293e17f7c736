import { EvaluationError } from "../../platform/expressions/expression-error.ts";
import type { JsonValue } from "../../platform/json-value.ts";

/** JSON has no NaN: it would be stored as null, and so clear the property. */
export function storableResult(result: JsonValue): JsonValue {
  checkNumbers(result);
  return result;
}

function checkNumbers(value: JsonValue): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) {
      throw new EvaluationError(`The result is ${value}, which cannot be stored as a number.`);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) checkNumbers(inner);
  }
}
