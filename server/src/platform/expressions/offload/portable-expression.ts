import type { JsonValue } from "../../json-value.ts";
import { compileExpression } from "../compile-expression.ts";
import { compileValue } from "../compile-value.ts";
import type { FuelMeter } from "../fuel.ts";
import { documentPaths } from "../names/document-paths.ts";

/** An expression as it travels between threads. */
export interface ExpressionText {
  readonly source: string;
  /** What is asked of it: whether it holds, its value, or the value of a text that may be one (compileValue). */
  readonly reading: "condition" | "value" | "text";
  /** The first steps of the paths that it may read. Default: any. */
  readonly roots?: readonly string[];
}

type Evaluate = (document: JsonValue, meter: FuelMeter) => JsonValue;

/** An expression over a document, which this thread or another evaluates. It is compiled when it is first needed. */
export class PortableExpression {
  readonly text: ExpressionText;
  #evaluate: Evaluate | undefined;

  constructor(text: ExpressionText) {
    this.text = text;
  }

  /** Throws an ExpressionError for what is not allowed in it. */
  requireValid(): void {
    this.#evaluate ??= compile(this.text);
  }

  /** Throws an ExpressionError or an EvaluationError, or ShareOfFuelUsed where the meter gives less than the whole. */
  evaluate(document: JsonValue, meter: FuelMeter): JsonValue {
    this.#evaluate ??= compile(this.text);
    return this.#evaluate(document, meter);
  }
}

function compile({ source, reading, roots }: ExpressionText): Evaluate {
  const names = documentPaths(roots);
  if (reading === "text") {
    return compileValue(source, names).evaluate;
  }
  const compiled = compileExpression(source, names);
  return reading === "condition" ? compiled.matches : compiled.evaluate;
}
