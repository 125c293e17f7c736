import { type ErrorCode, errorDefinitions, type RequestFault } from "@weft/contract";

export interface ProblemOptions {
  /** The whole list of faults in a request, not only the first. */
  readonly errors?: readonly RequestFault[];
  /** Further members of the problem body. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An expected failure with a public text. Everything else that is thrown answers as internal-error. */
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

/** Whether something that the service needs is away, which is nobody's fault and will pass. */
export function isOutage(error: unknown): boolean {
  return error instanceof Problem && (error.code === "unavailable" || error.code === "outcome-unknown");
}
