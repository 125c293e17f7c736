import "./acorn-statements.ts";
import type { Expression, Statement } from "acorn";
import { NestingParser } from "../../expressions/parsing/nesting-parser.ts";
import { declaredNamesMax, parserDepthMax } from "../script-limits.ts";

/** acorn for the body of an async function, in strict mode, with every recursion that a source can drive counted. */
export class ScriptParser extends NestingParser {
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
      {
        depthMax: parserDepthMax,
        reason: "The script is nested too deeply; split it into functions or shorter chains",
      },
    );
    this.strict = true;
  }

  /** It calls itself behind comments as HTML has them. */
  override nextToken(): void {
    this.nested(() => super.nextToken());
  }

  override parseStatement(...state: unknown[]): Statement {
    return this.nested(() => super.parseStatement(...state));
  }

  override parseExprAtom(...state: unknown[]): Expression {
    return this.nested(() => super.parseExprAtom(...state));
  }

  override parseBindingAtom(): Expression {
    return this.nested(() => super.parseBindingAtom());
  }

  /** acorn looks each name up among all others of the scope. */
  override declareName(name: string, ...state: unknown[]): void {
    this.#declaredNames += 1;
    if (this.#declaredNames > declaredNamesMax) {
      this.raise(this.start, `The script declares more than ${declaredNamesMax} names`);
    }
    super.declareName(name, ...state);
  }
}
