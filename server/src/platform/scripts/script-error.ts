/**
 * syntax: it is not JavaScript. thrown: it threw an error. time, memory, calls: it exceeded a limit. aborted: it was
 * stopped from outside. crashed: the engine or its thread failed.
 */
export type ScriptErrorKind = "syntax" | "thrown" | "time" | "memory" | "calls" | "aborted" | "crashed";

/** Position in the code, both from 1. */
export interface ScriptPosition {
  readonly line: number;
  readonly column: number;
}

interface ScriptErrorOptions extends ErrorOptions {
  readonly position?: ScriptPosition;
  readonly scriptStack?: readonly string[];
  readonly logs?: readonly string[];
}

/** A script has failed. Its message may be shown to the script's author. */
export class ScriptError extends Error {
  readonly kind: ScriptErrorKind;
  /** Of a syntax error, if known. */
  readonly position: ScriptPosition | undefined;
  /** The frames of the script that led to the error, innermost first, such as "at total (3:11)". */
  readonly scriptStack: readonly string[];
  /** What the script had logged until then. */
  readonly logs: readonly string[];

  constructor(kind: ScriptErrorKind, message: string, options: ScriptErrorOptions = {}) {
    super(message, options);
    this.name = "ScriptError";
    this.kind = kind;
    this.position = options.position;
    this.scriptStack = options.scriptStack ?? [];
    this.logs = options.logs ?? [];
  }
}
