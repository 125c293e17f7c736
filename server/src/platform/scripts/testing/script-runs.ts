import { ScriptError } from "../script-error.ts";
import type { ScriptResult, ScriptRun } from "../script-runner.ts";

const mebibyte = 1_048_576;

/** A script as a test needs it, with generous limits. */
export function scriptRun(code: string, changes: Partial<ScriptRun> = {}): ScriptRun {
  return {
    owner: "an org",
    code,
    globals: {},
    calls: {},
    callsMax: 100,
    timeoutMs: 10_000,
    memoryBytesMax: 64 * mebibyte,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** The error of a script that must fail. */
export async function errorOf(result: Promise<ScriptResult>): Promise<ScriptError> {
  try {
    throw new Error(`The script has ended well: ${JSON.stringify(await result)}`);
  } catch (error) {
    if (error instanceof ScriptError) {
      return error;
    }
    throw error;
  }
}
