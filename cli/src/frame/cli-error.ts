import { type ExitCode, exitCodes } from "./exit-codes.ts";

/** An error that the user can fix. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;
  /** What to do next. */
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

/** A usage error. */
export function usageError(message: string, next?: string): CliError {
  return new CliError(message, { exitCode: exitCodes.usage, ...(next === undefined ? {} : { next }) });
}
