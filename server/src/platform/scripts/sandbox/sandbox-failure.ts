import type { ScriptErrorKind } from "../script-error.ts";
import type { ScriptFailure } from "../script-messages.ts";

/** The script has failed inside its sandbox, which must not be used any more. */
export class SandboxFailure extends Error {
  readonly failure: ScriptFailure;

  constructor(failure: ScriptFailure) {
    super(failure.message);
    this.name = "SandboxFailure";
    this.failure = failure;
  }
}

export function simpleFailure(kind: ScriptErrorKind, message: string): SandboxFailure {
  return new SandboxFailure({ kind, message, scriptStack: [] });
}

export function memoryFailure(): SandboxFailure {
  return simpleFailure("memory", "The script ran out of memory; process less data at a time.");
}
