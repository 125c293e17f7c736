import assert from "node:assert";
import type { Evaluation } from "../evaluation.ts";
import { EvaluationError } from "../expression-error.ts";
import type { Fuel } from "../fuel.ts";
import { Pattern } from "../patterns/pattern.ts";
import { toNumber, toText, type Value } from "../value.ts";

/** A built-in function, or an arrow function passed as an argument. */
export type Callback = (args: readonly Value[], evaluation: Evaluation) => Value;

/** Functions and regular expressions are not values: they are allowed only where a method accepts them. */
export type Argument = Value | Callback | Pattern;

export type Method<Receiver> = (receiver: Receiver, args: readonly Argument[], evaluation: Evaluation) => Value;

export type Methods<Receiver> = Readonly<Record<string, Method<Receiver>>>;

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

/** For calls that JavaScript rejects with an error, such as toFixed(200): caused by the values, not a bug. */
export function guarded<T>(hint: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof URIError)) throw error;
    throw new EvaluationError(`${error.message}; ${hint}.`, { cause: error });
  }
}

const comparedPerCharacter = 256;

/**
 * Charges for one pass of a plain search. V8 may compare the whole search text at every position: one lastIndexOf of
 * 30,000 in 60,000 characters takes a second.
 */
export function chargeSearch(text: string, searched: string, fuel: Fuel): void {
  const places = Math.max(1, text.length - searched.length + 1);
  fuel.scanLong(places + Math.floor((places * searched.length) / comparedPerCharacter));
}
