import { getLineInfo } from "acorn";
import { ScriptParser } from "./parsing/script-parser.ts";
import type { ScriptPosition } from "./script-error.ts";
import { codeCharactersMax } from "./script-limits.ts";

// acorn quotes the whole regular expression.
const messageLengthMax = 200;

export interface ScriptSyntaxError extends ScriptPosition {
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
