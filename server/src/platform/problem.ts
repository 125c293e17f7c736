import { type ErrorCode, errorDefinitions, type RequestFault } from "@weft/contract";

export interface ProblemOptions {
  /** All errors in a request, not only the first. */
  readonly errors?: readonly RequestFault[];
  /** Additional members of the problem body. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An expected failure with a public text. Anything else that is thrown is returned as internal-error. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly RequestFault[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, options: ProblemOptions = {}) {
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Problem";
    this.code = code;
    this.status = errorDefinitions[code].status;
    this.detail = detail;
    this.errors = options.errors ?? [];
    this.members = options.members ?? {};
    this.headers = options.headers ?? {};
  }
}

/** Whether a dependency of the service is unavailable, which is temporary and not a bug. */
export function isOutage(error: unknown): boolean {
  return error instanceof Problem && (error.code === "unavailable" || error.code === "outcome-unknown");
}
