import { type Expression, getLineInfo, type Statement } from "acorn";
import type { ScriptPosition } from "./script-error.ts";
import { codeCharactersMax, declaredNamesMax, parserDepthMax } from "./script-limits.ts";
import "../expressions/parsing/acorn-internals.ts";
import { NestingParser } from "../expressions/parsing/nesting-parser.ts";

// acorn quotes the whole regular expression.
const messageLengthMax = 200;

interface ScriptSyntaxError extends ScriptPosition {
  readonly message: string;
}

/** The first position at which the code is not the body of an async function, without running it. */
export function validateScript(code: string): ScriptSyntaxError | undefined {
  if (code.length > codeCharactersMax) {
    const message = `The script has ${code.length} characters; the limit is ${codeCharactersMax}`;
    return { message, line: 1, column: 1 };
  }
  try {
    new ScriptParser(code).parse();
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    return asError(code, error);
  }
}

function asError(code: string, error: SyntaxError): ScriptSyntaxError {
  const offset = "pos" in error && typeof error.pos === "number" ? error.pos : 0;
  const { line, column } = getLineInfo(code, offset);
  const message = error.message.replace(/ \(\d+:\d+\)$/, "");
  return {
    message: message.length > messageLengthMax ? `${message.slice(0, messageLengthMax)}…` : message,
    line,
    column: column + 1,
  };
}

/** acorn for the body of an async function, in strict mode, counting every recursion that a source can reach. */
class ScriptParser extends NestingParser {
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

/** What the script parser relies on beyond the expression parser, and acorn's typings omit. */
declare module "acorn" {
  interface Parser {
    strict: boolean;
    parseStatement(...state: unknown[]): Statement;
    declareName(name: string, ...state: unknown[]): void;
  }
}
