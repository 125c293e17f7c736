import assert from "node:assert/strict";
import type { RequestFault } from "@weft/contract";
import { Problem } from "./problem.ts";

export function invalidRequest(
  detail: string,
  options: { readonly errors?: readonly RequestFault[]; readonly cause?: unknown } = {},
): Problem {
  return new Problem("invalid-request", detail, options);
}

export function invalidField(pointer: string, detail: string, code = "invalid-value"): Problem {
  return invalidRequest(detail, { errors: [{ pointer, code, detail }] });
}

/** All errors of a request. The detail describes the first one. */
export function invalidFields(
  errors: readonly RequestFault[],
  describe: (first: RequestFault, more: string) => string = ({ pointer, detail }) => `${pointer}: ${detail}`,
): Problem {
  const [first] = errors;
  assert(first, "an invalid request without an error");
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return invalidRequest(describe(first, more), { errors });
}

/** The same response for a missing, wrong, expired or mismatched credential: it does not reveal which. */
export function unauthenticated(): Problem {
  return credentialsRefused("Send a valid X-Api-Key with its X-Api-Org, or a valid Authorization: bearer token.");
}

/** Two credentials, at least one of which is not valid, or of two organizations. It does not reveal which. */
export function contradictingCredentials(): Problem {
  return credentialsRefused(
    "The bearer token and the X-Api-Key contradict each other: both must be valid and of the organization in X-Api-Org. Fix or remove one of them; together, the bearer token acts.",
  );
}

/** The same error, with parameters that show the program how its user can sign in (RFC 9728, 5.1). */
export function withChallenge({ detail }: Problem, parameters: string): Problem {
  return credentialsRefused(detail, `, ${parameters}`);
}

function credentialsRefused(detail: string, parameters = ""): Problem {
  return new Problem("unauthenticated", detail, {
    headers: { "www-authenticate": `Bearer realm="weft"${parameters}, ApiKey realm="weft"` },
  });
}

export function metricsUnauthenticated(): Problem {
  return new Problem("unauthenticated", "Send METRICS_TOKEN as Authorization: Bearer.", {
    headers: { "www-authenticate": 'Bearer realm="metrics"' },
  });
}

export function operatorUnauthenticated(): Problem {
  return new Problem("unauthenticated", "Send WEFT_OPERATOR_TOKEN as Authorization: Bearer.", {
    headers: { "www-authenticate": 'Bearer realm="operator"' },
  });
}

export function signOnFailed(detail: string, cause?: unknown): Problem {
  return new Problem("sso-failed", detail, { cause });
}

export function forbidden(detail: string): Problem {
  return new Problem("forbidden", detail);
}

/** Also for entities that exist but may not be read: a caller must not learn that they do. */
export function notFound(kind: string, id: string): Problem {
  return new Problem("not-found", `There is no ${kind} ${id} that this credential may read.`);
}

/** For what is not an entity, such as a page, a file or a database. */
export function nothingFound(detail: string): Problem {
  return new Problem("not-found", detail);
}

interface RetryOptions {
  /** Clients that respect Retry-After retry on their own. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

export function unavailable(detail: string, { retryAfterSeconds, cause }: RetryOptions = {}): Problem {
  return new Problem("unavailable", detail, { headers: retryAfter(retryAfterSeconds), cause });
}

export function conflict(
  detail: string,
  members: Readonly<Record<string, unknown>> = {},
  { retryAfterSeconds, cause }: RetryOptions = {},
): Problem {
  return new Problem("conflict", detail, { members, headers: retryAfter(retryAfterSeconds), cause });
}

/** A request that is valid in itself, with everything in the present state that is against it. */
export function conflictsWith(
  errors: readonly RequestFault[],
  describe: (first: string, more: string) => string,
): Problem {
  const [first] = errors;
  assert(first, "a conflict without an error");
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return new Problem("conflict", describe(first.detail, more), { errors });
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

/** An organization has reached the maximum number of a kind. */
export function capReached(things: string, max: number, setting: string): Problem {
  const detail = `An organization can have at most ${max} ${things}. Delete one that is not needed, or ask the operator to raise ${setting}.`;
  return conflict(detail);
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    "version-mismatch",
    `The current version is ${current}. Read it again, then send that version in If-Match.`,
    {
      members: { currentVersion: current },
      headers: { etag: `"${current}"` },
    },
  );
}

/** An upsert that expects a version of an entity that does not exist. */
export function noVersionToMatch(kind: string, federatedId: string): Problem {
  return new Problem(
    "version-mismatch",
    `There is no ${kind} ${federatedId} with that version. Omit If-Match to create it.`,
  );
}

/** The log no longer has what follows a cursor, or never had the cursor. */
export function cursorGone(detail: string, oldestCursor: string): Problem {
  return new Problem("cursor-gone", detail, { members: { oldestCursor } });
}

export function bodyTooLarge(detail: string): Problem {
  return new Problem("body-too-large", detail);
}

export function bodyAboveLimit(bytesMax: number | undefined): Problem {
  return bodyTooLarge(`The body is larger than the limit of ${bytesMax} bytes. Split the request.`);
}

export function unsupportedMediaType(detail: string): Problem {
  return new Problem("unsupported-media-type", detail);
}

/** For a list whose criteria or order the database could not handle in time. */
export function queryTooSlow(pointer: string): Problem {
  return invalidField(pointer, "The query timed out. Add a more selective filter, order by id, or omit includeTotal.");
}
