import type { Evaluation } from "../evaluation.ts";
import type { Pattern } from "../patterns/pattern.ts";
import type { Value } from "../values/value.ts";

/** A function of the language, or an arrow function that is an argument. */
export type Callback = (args: readonly Value[], evaluation: Evaluation) => Value;

/** Functions and regular expressions are no values: they stand only where a method takes them. */
export type Argument = Value | Callback | Pattern;

export type Method<Receiver> = (receiver: Receiver, args: readonly Argument[], evaluation: Evaluation) => Value;

export type Methods<Receiver> = Readonly<Record<string, Method<Receiver>>>;
