import { ApiError } from "@weft/client";
import { CliError } from "./cli-error.ts";
import { describeFileError, isSystemError } from "./describe-file-error.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "./exit-codes.ts";

/** A failure as it is told: in words, and as the value that --json prints. */
export interface Failure {
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly next?: string | undefined;
  readonly code?: string;
  readonly status?: number;
  readonly requestId?: string;
  readonly errors?: readonly unknown[] | undefined;
}

export function explainFailure(error: unknown): Failure {
  if (error instanceof CliError) {
    const { exitCode, message, next, cause } = error;
    return { exitCode, message, next, ...(cause instanceof ApiError ? answerOf(cause) : {}) };
  }
  if (error instanceof ApiError) {
    const exitCode = error.code === "foreign-answer" ? exitCodes.unreachable : exitCodeOf(error.status);
    return { exitCode, message: messageOf(error), next: nextStep(error), ...answerOf(error) };
  }
  if (error instanceof Error && error.name === "AbortError") {
    return { exitCode: exitCodes.interrupted, message: "Interrupted." };
  }
  if (isSystemError(error)) {
    return { exitCode: exitCodes.failed, ...describeFileError(error) };
  }
  // Ours: the whole of it helps whoever mends it.
  return {
    exitCode: exitCodes.failed,
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/** The detail, with the places of the faults; a single fault whose words the detail has already is not told twice. */
function messageOf({ message, problem: { detail, errors = [] } }: ApiError): string {
  const [only] = errors;
  return errors.length === 1 && only !== undefined && detail.includes(only.detail) ? detail : message;
}

/** What programs may want to know of the service's answer. */
function answerOf({ code, status, requestId, problem }: ApiError) {
  return { code, status, requestId, errors: problem.errors };
}

function nextStep({ status, code }: ApiError): string | undefined {
  if (status === 401) return "Sign in again with weft login, or check WEFT_API_KEY and WEFT_ORG.";
  if (status === 403) return "weft whoami shows what you may do.";
  if (status === 412) return "Give the version that get shows with --if-match.";
  if (code === "unreachable" || code === "foreign-answer")
    return "Check the address: weft whoami, --base-url or WEFT_BASE_URL.";
  return undefined;
}
