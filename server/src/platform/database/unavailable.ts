import { errorCodeOf } from "../error-code.ts";
import { unavailable } from "../errors.ts";
import { Problem } from "../problem.ts";

interface Advice {
  readonly detail: string;
  readonly retryAfterSeconds: number;
}

interface Outage extends Advice {
  /** Of SQLSTATE. */
  readonly states: RegExp;
}

const noResponse: Outage = {
  // Class 08 is a lost connection, 57P0x a server that stops or starts, 25P03 a transaction that was left open.
  states: /^(08|57P0|25P03)/,
  detail: "The database does not respond. Retry in a second.",
  retryAfterSeconds: 1,
};
const stalePlan: Advice = {
  detail: "The schema of the database has changed meanwhile. Retry in a second.",
  retryAfterSeconds: 1,
};
const statementTimeoutState = "57014";
export const readOnlyState = "25006";

/** What PostgreSQL reports when it cannot do its work: neither an error of the caller nor a bug. */
const outages: readonly Outage[] = [
  {
    states: /^57014$/,
    detail: "The database took too long for this request. Retry in a few seconds.",
    retryAfterSeconds: 5,
  },
  {
    states: /^53100$/,
    detail: "The database cannot write: its disk is full. Retry when the operator has freed space.",
    retryAfterSeconds: 10,
  },
  { states: /^53200$/, detail: "The database is out of memory. Retry in a few seconds.", retryAfterSeconds: 5 },
  { states: /^53/, detail: "The database has no free connection. Retry in a second.", retryAfterSeconds: 1 },
  {
    states: new RegExp(`^${readOnlyState}$`),
    detail: "The database is read-only, for example during a failover or a move. Retry in a few seconds.",
    retryAfterSeconds: 5,
  },
  {
    states: /^58/,
    detail: "The database cannot read or write its files. Retry when the operator has checked its disk.",
    retryAfterSeconds: 10,
  },
  noResponse,
];
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
const neverSent = /Client has encountered a connection error/;
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end/;

/** An unavailable database is an expected failure: the caller is asked to retry. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem) {
    return error;
  }
  const outage = outageOf(error);
  return outage === undefined
    ? error
    : unavailable(outage.detail, { retryAfterSeconds: outage.retryAfterSeconds, cause: error });
}

function outageOf(error: Error): Advice | undefined {
  const code = errorCodeOf(error);
  if (hasStalePlan(error)) {
    return stalePlan;
  }
  const isAway = unavailableSystemCodes.has(code) || unavailableMessages.test(error.message);
  return isAway ? noResponse : outages.find(({ states }) => states.test(code));
}

/** Whether the server does not respond, in contrast to one that rejects the session or the statement. */
export function isNoResponse(error: unknown): boolean {
  return error instanceof Error && outageOf(error) === noResponse;
}

/**
 * A prepared statement with all columns of a table fails on its connection once a newer release has added one. Its state
 * is that of a feature that is not supported, so only the routine identifies it.
 */
function hasStalePlan(error: unknown): boolean {
  return error instanceof Error && "routine" in error && error.routine === "RevalidateCachedQuery";
}

export function isStalePlan(error: unknown): boolean {
  return error instanceof Problem && hasStalePlan(error.cause);
}

/** Whether the database itself is the reason, and not only one statement. */
export function isOutage(error: unknown): boolean {
  return error instanceof Problem && !isStatementTimeout(error) && !isStalePlan(error);
}

/** Whether the connection is of no more use. */
export function endsConnection(error: unknown): boolean {
  return isReadOnly(error) || isStalePlan(error);
}

/** Whether the server accepts no writes: the connection is of no more use to a service that writes. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Problem && errorCodeOf(error.cause) === readOnlyState;
}

/** Whether the database canceled a statement because of its timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Problem && errorCodeOf(error.cause) === statementTimeoutState;
}

/** Whether a statement failed because the server does not respond: no other would succeed now. */
export function isAway(error: unknown): boolean {
  return error instanceof Problem && isNoResponse(error.cause);
}

// Of a shortage of disk, memory or connections, or of a read-only database.
const rejectionStates = /^(53|58|25006)/;

/** Whether a commit is known to have had no effect: it was never sent, or PostgreSQL has rejected it and continues. */
export function isRejectedCommit(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // FATAL and PANIC end the session, and leave the outcome open.
  const isSurvived = "severity" in error && error.severity === "ERROR";
  return neverSent.test(error.message) || (isSurvived && rejectionStates.test(errorCodeOf(error)));
}
