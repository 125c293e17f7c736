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
export class ShareOfFuelUsed extends Error {
  constructor() {
    super("the evaluation needs more than its share of fuel");
    this.name = "ShareOfFuelUsed";
  }
}
