import type { JsonValue } from "../json-value.ts";
import { Fuel } from "./fuel.ts";
import { admitValue } from "./values/admit-value.ts";
import type { Value } from "./values/value.ts";

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
