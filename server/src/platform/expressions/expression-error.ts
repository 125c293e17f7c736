/** What is refused when an expression is compiled, and where. Callers turn it into their own problem. */
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

/** What fails while an expression is evaluated: the fault of these values, or of their size; others may be fine. */
export class EvaluationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EvaluationError";
  }
}

/** The evaluation needs more fuel than the share that it was given; it says nothing about the whole. */
export class ShareOfFuelUsed extends Error {
  constructor() {
    super("the evaluation needs more than its share of fuel");
    this.name = "ShareOfFuelUsed";
  }
}
