import { type ExitCode, exitCodes } from "./exit-codes.ts";

/** A failure that the person who typed the command can do something about. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;
  /** What to do or to type next. */
  readonly next: string | undefined;

  constructor(
    message: string,
    options: { readonly next?: string; readonly exitCode?: ExitCode; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.next = options.next;
    this.exitCode = options.exitCode ?? exitCodes.failed;
  }
}

/** Typed in a way that cannot be understood. */
export function usageError(message: string, next?: string): CliError {
  return new CliError(message, { exitCode: exitCodes.usage, ...(next === undefined ? {} : { next }) });
}
