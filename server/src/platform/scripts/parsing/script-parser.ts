import "./acorn-statements.ts";
import { type Expression, Parser, type Statement } from "acorn";
import { declaredNamesMax, parserDepthMax } from "../script-limits.ts";

/** acorn for the body of an async function, in strict mode, with every recursion that a source can drive counted. */
export class ScriptParser extends Parser {
  #depth = 0;
  #declaredNames = 0;

  constructor(code: string) {
    super(
      {
        // Not later: the flag v of 2024 brings classes in classes, which acorn reads by a recursion of their own.
        ecmaVersion: 2023,
        sourceType: "script",
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
        allowHashBang: false,
      },
      code,
    );
    this.strict = true;
  }

  /** It calls itself behind comments as HTML has them. */
  override nextToken(): void {
    this.#nested(() => super.nextToken());
  }

  override parseStatement(...state: unknown[]): Statement {
    return this.#nested(() => super.parseStatement(...state));
  }

  override parseMaybeAssign(...state: unknown[]): Expression {
    return this.#nested(() => super.parseMaybeAssign(...state));
  }

  override parseMaybeUnary(...state: unknown[]): Expression {
    return this.#nested(() => super.parseMaybeUnary(...state));
  }

  override parseExprOp(...state: unknown[]): Expression {
    return this.#nested(() => super.parseExprOp(...state));
  }

  override parseExprAtom(...state: unknown[]): Expression {
    return this.#nested(() => super.parseExprAtom(...state));
  }

  override parseBindingAtom(): Expression {
    return this.#nested(() => super.parseBindingAtom());
  }

  override regexp_disjunction(state: unknown): void {
    this.#nested(() => super.regexp_disjunction(state));
  }

  /** acorn looks each name up among all others of the scope. */
  override declareName(name: string, ...state: unknown[]): void {
    this.#declaredNames += 1;
    if (this.#declaredNames > declaredNamesMax) {
      this.raise(this.start, `The script declares more than ${declaredNamesMax} names`);
    }
    super.declareName(name, ...state);
  }

  /** A fault ends the parse for good, so that only a success counts back. */
  #nested<T>(parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > parserDepthMax) {
      this.raise(this.start, "The script is nested too deeply; make it several functions or shorter chains");
    }
    const parsed = parse();
    this.#depth -= 1;
    return parsed;
  }
}
