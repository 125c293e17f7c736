import { Problem } from "../../platform/problem.ts";

/** The error codes of RFC 6749 (5.2), 7591 (3.2.2) and 8707 (2) that the endpoints return. */
type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** A request that an OAuth endpoint rejects. The description is for developers. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string, cause?: unknown) {
    super(description, cause === undefined ? undefined : { cause });
    this.name = "OAuthError";
    this.code = code;
  }
}

/** The same error whatever is wrong with a code or token: its holder must not learn which. */
export function invalidGrant(cause?: unknown): OAuthError {
  const description =
    "The code or refresh token is invalid, expired, revoked or already used, or belongs to another client.";
  return new OAuthError("invalid_grant", description, cause);
}

/** The status and body of the response to any failure: those of the API fit into the protocol's shape. */
export function failureOf(error: OAuthError | Problem): { status: number; body: object } {
  if (error instanceof Problem) {
    return { status: error.status, body: { error: codeOf(error), error_description: error.detail } };
  }
  const status = error.code === "invalid_client" ? 401 : 400;
  return { status, body: { error: error.code, error_description: error.message } };
}

function codeOf({ status }: Problem): string {
  if (status === 429 || status === 503) {
    return "temporarily_unavailable";
  }
  return status < 500 ? "invalid_request" : "server_error";
}
