import type { ScriptPosition } from "../script-error.ts";
import { messageBytesMax, stackLinesMax } from "../script-limits.ts";
import { storableText } from "./storable-text.ts";

/** The name of the code in the engine's stack traces. */
export const scriptName = "script";

export interface ScriptPlace extends ScriptPosition {
  readonly functionName: string;
}

const linesBeforeCode = 1;
const placeInScript = /^ *at (?:(.*) \()?script:(\d+):(\d+)\)?$/;

/** The frames of an engine's stack that are in the script, with lines as its author counts them. */
export function placesInScript(stack: string): ScriptPlace[] {
  return stack.split("\n").flatMap((frame) => {
    const [, functionName = "", line, column] = placeInScript.exec(frame) ?? [];
    return line === undefined ? [] : [{ functionName, line: Number(line) - linesBeforeCode, column: Number(column) }];
  });
}

export function asStack(places: readonly ScriptPlace[]): string[] {
  return places
    .slice(0, stackLinesMax)
    .map(({ functionName, line, column }) => storableText(`at ${functionName} (${line}:${column})`, messageBytesMax));
}
