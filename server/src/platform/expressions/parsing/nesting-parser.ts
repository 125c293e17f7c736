import "./acorn-internals.ts";
import { type Expression, type Options, Parser } from "acorn";

/** The maximum recursion of acorn for a source, and the error beyond it. */
export interface NestingLimit {
  readonly depthMax: number;
  readonly reason: string;
}

/** acorn with a recursion counter, so that no tenant's source exhausts the stack. */
export class NestingParser extends Parser {
  readonly #limit: NestingLimit;
  #depth = 0;

  constructor(options: Options, source: string, limit: NestingLimit) {
    super(options, source);
    this.#limit = limit;
  }

  override parseMaybeAssign(...state: unknown[]): Expression {
    return this.nested(() => super.parseMaybeAssign(...state));
  }

  override parseMaybeUnary(...state: unknown[]): Expression {
    return this.nested(() => super.parseMaybeUnary(...state));
  }

  override parseExprOp(...state: unknown[]): Expression {
    return this.nested(() => super.parseExprOp(...state));
  }

  override regexp_disjunction(state: unknown): void {
    this.nested(() => super.regexp_disjunction(state));
  }

  /** An error ends the parse, so only success decrements the counter. */
  protected nested<T>(parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > this.#limit.depthMax) {
      this.raise(this.start, this.#limit.reason);
    }
    const parsed = parse();
    this.#depth -= 1;
    return parsed;
  }
}
