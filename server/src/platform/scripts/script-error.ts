/**
 * syntax: it is not JavaScript. thrown: it has failed by itself. time, memory, calls: it has used more than it may.
 * aborted: it was stopped from outside. crashed: the engine or its thread has failed.
 */
export type ScriptErrorKind = "syntax" | "thrown" | "time" | "memory" | "calls" | "aborted" | "crashed";

/** Where in the code, both from 1. */
export interface ScriptPosition {
  readonly line: number;
  readonly column: number;
}

interface ScriptErrorOptions extends ErrorOptions {
  readonly position?: ScriptPosition;
  readonly scriptStack?: readonly string[];
  readonly logs?: readonly string[];
}

/** A script has not come to its end. Its message may be shown to the script's author. */
export class ScriptError extends Error {
  readonly kind: ScriptErrorKind;
  /** Of a syntax fault, where it is known. */
  readonly position: ScriptPosition | undefined;
  /** The places of the script that led to the fault, innermost first, such as "at total (3:11)". */
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
