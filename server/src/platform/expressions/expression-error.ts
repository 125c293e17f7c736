/** Why an expression is rejected by the compiler, and where. Callers convert it to their own problem. */
export class ExpressionError extends Error {
  readonly reason: string;
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;

  constructor(reason: string, offset: number, options?: ErrorOptions) {
    super(`${reason} (at character ${offset + 1})`, options);
    this.name = "ExpressionError";
    this.reason = reason;
    this.offset = offset;
  }
}

/** Thrown during evaluation: caused by these values or their size; others may succeed. */
export class EvaluationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EvaluationError";
  }
}

/** The evaluation needs more than its share of fuel; this says nothing about the whole. */
export class FuelShareError extends Error {
  constructor() {
    super("the evaluation needs more than its share of fuel");
    this.name = "FuelShareError";
  }
}

/** A warning for the author of a configuration; nothing has failed yet. */
export interface ExpressionWarning {
  /** kept-as-text: braces with neither a name nor an expression. read-as-text: text that looks like a calculation. */
  readonly kind: "unknown-name" | "read-as-text" | "kept-as-text";
  /** In UTF-16 units from the start of the text. */
  readonly offset: number;
  readonly message: string;
  /** Only for unknown names. */
  readonly name?: string;
  /** The known name closest to the unknown one. */
  readonly closest?: string | undefined;
}

const quotedMax = 40;

/** Source text for a message: escaped, and short. */
export function quote(text: string): string {
  return JSON.stringify(text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text);
}
