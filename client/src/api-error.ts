import type { ErrorCode } from "./contract/error-codes.ts";
import type { Problem } from "./contract/schemas.ts";

/** A code of the service, or why there is no response of the service. */
export type ApiErrorCode = ErrorCode | "unreachable" | "timed-out" | "foreign-answer";

/** A failed call: an error response of the service, or no response (status 0). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The stable code of the problem; unreachable or timed-out if there was no response. */
  readonly code: ApiErrorCode;
  /** The complete problem, as defined by RFC 9457. */
  readonly problem: Problem;
  /** Identifies the call in the service's log; empty if there was no response. */
  readonly requestId: string;
  /** Of the response. */
  readonly headers: Headers;

  constructor(problem: Problem, options: { readonly headers?: Headers; readonly cause?: unknown } = {}) {
    super(describe(problem), options.cause === undefined ? undefined : { cause: options.cause });
    this.status = problem.status;
    // A newer service may have more codes; a comparison with a known one is right nevertheless.
    this.code = problem.code as ApiErrorCode;
    this.problem = problem;
    this.requestId = problem.requestId;
    this.headers = options.headers ?? new Headers();
  }
}

/** The detail already says what to do; the errors add the pointers. */
function describe({ detail, errors = [] }: Problem): string {
  return [detail, ...errors.map((error) => `${error.pointer}: ${error.detail}`)].join("\n  ");
}

/** Parses an error response; anything else (such as a proxy's page) is converted to a problem. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const { headers } = response;
  // Browsers hide a redirect behind the status 0, which here means no response.
  const status = response.status === 0 ? 302 : response.status;
  const text = await response.text().catch(() => "");
  return new ApiError(readProblem(text) ?? foreignProblem(status, headers.get("location")), { headers });
}

export function noAnswer(code: "unreachable" | "timed-out", detail: string, cause: unknown): ApiError {
  const problem = { type: "about:blank", title: "No response", status: 0, detail, instance: "", code, requestId: "" };
  return new ApiError(problem, { cause });
}

function readProblem(text: string): Problem | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isProblem(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === "object" &&
    value !== null &&
    "status" in value &&
    typeof value.status === "number" &&
    "code" in value &&
    typeof value.code === "string" &&
    "detail" in value &&
    typeof value.detail === "string"
  );
}

function foreignProblem(status: number, location: string | null): Problem {
  const detail =
    status >= 300 && status < 400
      ? `The URL redirects elsewhere${location === null ? "" : ` (${location})`}. Check the base URL; it ends in /api.`
      : `The response ${status} did not come from Weft. Check the base URL; it ends in /api.`;
  return { ...notFromWeft, status, detail };
}

export const notFromWeft = {
  type: "about:blank",
  title: "Not from Weft",
  instance: "",
  code: "foreign-answer",
  requestId: "",
} as const;
