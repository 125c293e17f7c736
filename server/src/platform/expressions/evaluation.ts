import type { JsonValue } from "../json-value.ts";
import { EvaluationError } from "./expression-error.ts";
import { valueDepthMax } from "./expression-limits.ts";
import { Fuel } from "./fuel.ts";
import type { Value } from "./value.ts";

/** A compiled node. */
export type Closure = (evaluation: Evaluation) => Value;

/** One run of an expression: the values it reads, the parameters of its functions, and its fuel. */
export abstract class Evaluation extends Fuel {
  /** The parameters of arrow functions, each in its own slot: no function can call itself. */
  readonly locals: Value[] = [];
  #admitted: Map<object, Value> | undefined;

  abstract now(): number;
  protected abstract rawValue(slot: number): JsonValue;

  /** The same list or object each time, as a name refers to one value. */
  read(slot: number): Value {
    const raw = this.rawValue(slot);
    if (typeof raw !== "object" || raw === null) return raw;
    this.#admitted ??= new Map();
    return admitValue(raw, this, this.#admitted);
  }
}

/** The engine's own copy of a value, so that sort and reverse never change the caller's. */
function admitValue(raw: JsonValue, fuel: Fuel, admitted: Map<object, Value>, depth = 0): Value {
  if (typeof raw !== "object" || raw === null) return raw;
  const known = admitted.get(raw);
  if (known !== undefined) return known;
  if (depth > valueDepthMax) {
    throw new EvaluationError(`A value is nested deeper than ${valueDepthMax} levels; use an inner part of it.`);
  }
  const admit = (inner: JsonValue) => admitValue(inner, fuel, admitted, depth + 1);
  const value = isList(raw) ? admitList(raw, fuel, admit) : admitObject(raw, fuel, admit);
  admitted.set(raw, value);
  return value;
}

function admitList(raw: readonly JsonValue[], fuel: Fuel, admit: (inner: JsonValue) => Value): Value {
  fuel.list(raw.length);
  return raw.map(admit);
}

function admitObject(
  raw: { readonly [key: string]: JsonValue },
  fuel: Fuel,
  admit: (inner: JsonValue) => Value,
): Value {
  const entries = Object.entries(raw);
  fuel.step(entries.length);
  return new Map(entries.map(([key, inner]) => [key, admit(inner)]));
}

/** Array.isArray does not narrow a readonly array. */
function isList(raw: object): raw is readonly JsonValue[] {
  return Array.isArray(raw);
}
