import type { Evaluation } from "../evaluation.ts";
import { EvaluationError } from "../expression-error.ts";
import { toText, type Value } from "../value.ts";
import type { MethodsOfName } from "./find-methods.ts";
import type { Argument, Method } from "./method.ts";

/** The method depends on the value, which is only known at run time. */
export function callMethod(
  methods: MethodsOfName,
  value: Value,
  args: readonly Argument[],
  evaluation: Evaluation,
): Value {
  const { name } = methods;
  if (typeof value === "string") return must(methods.ofText, name, value)(value, args, evaluation);
  if (typeof value === "number") return must(methods.ofNumber, name, value)(value, args, evaluation);
  if (typeof value === "boolean") return must(methods.ofBoolean, name, value)(value, args, evaluation);
  if (Array.isArray(value)) return must(methods.ofList, name, value)(value, args, evaluation);
  if (value instanceof Date) return must(methods.ofDate, name, value)(value, args, evaluation);
  // An own key of the object would hide the method, and is not a function.
  if (value instanceof Map && !value.has(name)) return must(methods.ofObject, name, value)(value, args, evaluation);
  throw missing(name, value);
}

function must<Receiver>(method: Method<Receiver> | undefined, name: string, value: Value): Method<Receiver> {
  if (method === undefined) throw missing(name, value);
  return method;
}

function missing(name: string, value: Value): EvaluationError {
  if (value === null || value === undefined) {
    return new EvaluationError(`Cannot call .${name}() on ${value}; guard it with ?. or give it a value with ??.`);
  }
  const kind = kindOf(value);
  return new EvaluationError(`.${name}() is not a method of ${kind}; convert it first, for example with String(…).`);
}

function kindOf(value: Value): string {
  if (Array.isArray(value)) return "a list";
  if (value instanceof Date) return "a date";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

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
