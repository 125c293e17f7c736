import type { ScriptErrorKind, ScriptPosition } from "./script-error.ts";

/**
 * What a thread needs to run a script. Only text is exchanged, so that nothing of one side is reachable from the other.
 */
export interface ScriptWork {
  /** Only scripts of the same owner use an engine one after the other. */
  readonly owner: string;
  readonly code: string;
  readonly globalsJson: string;
  readonly callNames: readonly string[];
  readonly callsMax: number;
  readonly memoryBytesMax: number;
}

export type ScriptCommand =
  | { readonly kind: "begin"; readonly work: ScriptWork }
  /** The response to a call: JSON, or undefined if it returns nothing. */
  | { readonly kind: "answer"; readonly call: number; readonly json: string | undefined }
  | { readonly kind: "refuse"; readonly call: number; readonly message: string };

export interface ScriptFailure {
  readonly kind: ScriptErrorKind;
  readonly message: string;
  readonly scriptStack: readonly string[];
  readonly position?: ScriptPosition;
}

export type ScriptEvent =
  /** Everything is prepared: from now on the script's time is counted. */
  | { readonly kind: "begun" }
  | { readonly kind: "logged"; readonly line: string }
  | { readonly kind: "called"; readonly call: number; readonly name: string; readonly argumentsJson: string }
  | { readonly kind: "ended"; readonly outputJson: string | undefined }
  | { readonly kind: "failed"; readonly failure: ScriptFailure };
