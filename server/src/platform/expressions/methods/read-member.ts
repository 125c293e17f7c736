import type { Evaluation } from "../evaluation.ts";
import { EvaluationError } from "../expression-error.ts";
import { toText } from "../values/convert.ts";
import type { Value } from "../values/value.ts";

/** JavaScript's value[key], without inherited members. */
export function readMember(value: Value, key: Value, evaluation: Evaluation): Value {
  if (value === null || value === undefined) {
    const name = toText(key, evaluation);
    throw new EvaluationError(`Cannot read ${name} of ${value}; guard it with ?. or give it a value with ??.`);
  }
  if (typeof value === "string" || Array.isArray(value)) return readItem(value, key, evaluation);
  return value instanceof Map ? value.get(keyText(key, evaluation)) : undefined;
}

function readItem(list: string | Value[], key: Value, evaluation: Evaluation): Value {
  if (typeof key === "number") return list[key];
  const name = keyText(key, evaluation);
  if (name === "length") return list.length;
  const index = Number(name);
  return String(index) === name ? list[index] : undefined;
}

function keyText(key: Value, evaluation: Evaluation): string {
  const text = toText(key, evaluation);
  evaluation.scanLong(text.length);
  return text;
}
