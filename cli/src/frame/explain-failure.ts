import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { ApiError } from "@weft/client";
import { CliError } from "./cli-error.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "./exit-codes.ts";

/** An error as text, and as the value that --json prints. */
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
  // A bug: the full stack helps to fix it.
  return {
    exitCode: exitCodes.failed,
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/** The detail with the pointers of the errors; a single error that the detail already contains is not repeated. */
function messageOf({ message, problem: { detail, errors = [] } }: ApiError): string {
  const [only] = errors;
  return errors.length === 1 && only !== undefined && detail.includes(only.detail) ? detail : message;
}

/** The fields of the response that are useful to programs. */
function answerOf({ code, status, requestId, problem }: ApiError) {
  return { code, status, requestId, errors: problem.errors };
}

function nextStep({ status, code }: ApiError): string | undefined {
  if (status === 401) return "Sign in again with weft login, or check WEFT_API_KEY and WEFT_ORG.";
  if (status === 403) return "weft whoami shows your permissions.";
  if (status === 412) return "Pass the current version to --if-match; get shows it.";
  if (code === "unreachable" || code === "foreign-answer")
    return "Check the address: weft whoami, --base-url or WEFT_BASE_URL.";
  return undefined;
}

/** Whether it is an error of the operating system: a missing file, an address in use. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}

interface FileError {
  readonly message: string;
  readonly next?: string;
}

/** Explains a file error; for other errors the message of the system is sufficient. */
function describeFileError({ code, path, message }: NodeJS.ErrnoException): FileError {
  const name = path ?? "that";
  switch (code) {
    case "ENOENT":
      return path === undefined ? { message } : { message: describeMissing(path), next: "Check the path." };
    case "EISDIR":
      // Reading a folder fails after it was opened, when its name is no longer known.
      return { message: path === undefined ? "Expected a file, not a folder." : `${name} is a folder, not a file.` };
    case "ENOTDIR":
      return { message: `A part of the path ${name} is a file, not a folder.` };
    case "EACCES":
    case "EPERM":
      return path === undefined ? { message } : { message: `Permission denied: ${name}.` };
    case "EROFS":
      return { message: `${name} is on a read-only file system.` };
    case "ENOSPC":
      return { message: "No space left on the device.", next: "Free some space, or write elsewhere." };
    default:
      return { message };
  }
}

/** When writing a file, it is the folder that is missing. */
function describeMissing(path: string): string {
  const folder = dirname(path);
  return existsSync(folder) ? `File ${path} not found.` : `Folder ${folder} of ${path} not found.`;
}
