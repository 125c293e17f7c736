import assert from "node:assert";
import type { Evaluation } from "../evaluation.ts";
import { Pattern } from "../patterns/pattern.ts";
import { toNumber, toText } from "../values/convert.ts";
import type { Value } from "../values/value.ts";
import type { Argument, Callback } from "./method.ts";

/** The compiler allows functions and patterns only where a method accepts them. */
export function valueAt(args: readonly Argument[], index: number): Value {
  const arg = args[index];
  if (typeof arg === "function" || arg instanceof Pattern) assert.fail("a function or pattern where a value belongs");
  return arg;
}

/** undefined is the text "undefined", as in JavaScript. */
export function textAt(args: readonly Argument[], index: number, evaluation: Evaluation): string {
  return toText(valueAt(args, index), evaluation);
}

/** A missing argument is NaN, as in JavaScript. */
export function numberAt(args: readonly Argument[], index: number, evaluation: Evaluation): number {
  return toNumber(valueAt(args, index), evaluation);
}

export function optionalNumberAt(args: readonly Argument[], index: number, evaluation: Evaluation): number | undefined {
  return valueAt(args, index) === undefined ? undefined : numberAt(args, index, evaluation);
}

export function callbackAt(args: readonly Argument[], index: number): Callback {
  const arg = args[index];
  assert(typeof arg === "function", "a value where a function belongs");
  return arg;
}
