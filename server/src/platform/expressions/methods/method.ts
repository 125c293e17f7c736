import type { Evaluation } from "../evaluation.ts";
import type { Pattern } from "../patterns/pattern.ts";
import type { Value } from "../values/value.ts";

/** A built-in function, or an arrow function passed as an argument. */
export type Callback = (args: readonly Value[], evaluation: Evaluation) => Value;

/** Functions and regular expressions are not values: they are allowed only where a method accepts them. */
export type Argument = Value | Callback | Pattern;

export type Method<Receiver> = (receiver: Receiver, args: readonly Argument[], evaluation: Evaluation) => Value;

export type Methods<Receiver> = Readonly<Record<string, Method<Receiver>>>;
