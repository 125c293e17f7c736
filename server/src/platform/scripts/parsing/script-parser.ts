import "./acorn-statements.ts";
import type { Expression, Statement } from "acorn";
import { NestingParser } from "../../expressions/parsing/nesting-parser.ts";
import { declaredNamesMax, parserDepthMax } from "../script-limits.ts";

/** acorn for the body of an async function, in strict mode, counting every recursion that a source can reach. */
export class ScriptParser extends NestingParser {
  #declaredNames = 0;

  constructor(code: string) {
    super(
      {
        // Not later: the v flag of 2024 adds nested classes, which acorn parses with separate recursion.
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

  /** It calls itself after HTML-like comments. */
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

  /** acorn searches for each name among all others of the scope. */
  override declareName(name: string, ...state: unknown[]): void {
    this.#declaredNames += 1;
    if (this.#declaredNames > declaredNamesMax) {
      this.raise(this.start, `The script declares more than ${declaredNamesMax} names`);
    }
    super.declareName(name, ...state);
  }
}
