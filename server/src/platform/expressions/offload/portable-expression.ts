import type { JsonValue } from "../../json-value.ts";
import { compileExpression } from "../compiling/compile-expression.ts";
import { compileValue } from "../compiling/compile-value.ts";
import type { FuelMeter } from "../fuel.ts";
import { documentPaths } from "../names/document-paths.ts";

/** An expression in the form that is sent between threads. */
export interface ExpressionText {
  readonly source: string;
  /** How it is evaluated: as a condition, as a value, or as text that may contain one (compileValue). */
  readonly reading: "condition" | "value" | "text";
  /** The first segments of the paths that it may read. Default: any. */
  readonly roots?: readonly string[];
}

type Evaluate = (document: JsonValue, meter: FuelMeter) => JsonValue;

/** An expression over a document, evaluated by this thread or another. It is compiled on first use. */
export class PortableExpression {
  readonly text: ExpressionText;
  #evaluate: Evaluate | undefined;

  constructor(text: ExpressionText) {
    this.text = text;
  }

  /** Throws an ExpressionError for syntax that is not allowed. */
  requireValid(): void {
    this.#evaluate ??= compile(this.text);
  }

  /** Throws an ExpressionError or an EvaluationError, or FuelShareError if the meter allows less than the whole. */
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
