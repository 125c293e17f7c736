import { errorCodeOf } from "../error-code.ts";
import { unavailable } from "../errors.ts";
import { Problem } from "../problem.ts";

const statementTimeoutState = "57014";
// Class 08 is a lost connection, 57P0x a server that stops or starts, 53300 one without free connections.
const unavailableStates = /^(08|57P0|53300)/;
const unavailableSystemCodes = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);
export const neverSent = /Client has encountered a connection error/;
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end/;

/** An unavailable database is an expected failure: the caller is asked to retry. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem) {
    return error;
  }
  const code = errorCodeOf(error);
  if (code === statementTimeoutState) {
    return unavailable("The database took too long for this request. Retry in a few seconds.", {
      retryAfterSeconds: 5,
      cause: error,
    });
  }
  const isAway =
    unavailableStates.test(code) || unavailableSystemCodes.has(code) || unavailableMessages.test(error.message);
  return isAway
    ? unavailable("The database does not respond. Retry in a second.", { retryAfterSeconds: 1, cause: error })
    : error;
}

/** Whether the database canceled a statement because of its timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Problem && errorCodeOf(error.cause) === statementTimeoutState;
}
