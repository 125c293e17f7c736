/** Why a regular expression is refused, and where in it. */
export class PatternFault extends Error {
  readonly offset: number;

  constructor(reason: string, offset: number, options?: ErrorOptions) {
    super(reason, options);
    this.name = "PatternFault";
    this.offset = offset;
  }
}
