/** Why a regular expression is rejected, and where in it. */
export class PatternError extends Error {
  readonly offset: number;

  constructor(reason: string, offset: number, options?: ErrorOptions) {
    super(reason, options);
    this.name = "PatternError";
    this.offset = offset;
  }
}
