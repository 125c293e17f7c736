import { Problem } from "./platform/problem.ts";

/** The same response for a missing, wrong, expired or mismatched credential: it does not reveal which. */
export function unauthenticated(): Problem {
  return new Problem(
    "unauthenticated",
    "Send a valid X-Api-Key with its X-Api-Org, or a valid Authorization: bearer token.",
    {
      headers: { "www-authenticate": 'Bearer realm="weft", ApiKey realm="weft"' },
    },
  );
}

export function loginFailed(): Problem {
  return new Problem("login-failed", "Invalid email address, password or organization.", {
    headers: { "www-authenticate": 'Bearer realm="weft"' },
  });
}

export function loginSlowed(waitSeconds: number): Problem {
  return new Problem("login-slowed", `Too many failed sign-in attempts. Retry after ${waitSeconds} s.`, {
    headers: { "retry-after": String(waitSeconds) },
  });
}

export function signOnFailed(detail: string, cause?: unknown): Problem {
  return new Problem("sso-failed", detail, { cause });
}

/** Names the organization as the caller did, and reveals nothing about the account. */
export function signOnRequired(orgSlug: string): Problem {
  return new Problem(
    "sso-required",
    `${orgSlug} does not accept passwords. Sign in with single sign-on (weft login --sso --org ${orgSlug}).`,
  );
}

/** The same for an unknown id and a wrong secret, so that ids cannot be guessed. */
export function webhookRefused(): Problem {
  return new Problem(
    "webhook-refused",
    "Send the secret of this inbound webhook as X-Webhook-Secret, or sign the body with it.",
  );
}

export function csrfTokenMissing(): Problem {
  return new Problem("csrf-token-missing", "Send the session's csrfToken (GET /api/whoami) as X-Csrf-Token.");
}

export function forbidden(detail: string): Problem {
  return new Problem("forbidden", detail);
}

/** Also for entities that exist but may not be read: a caller must not learn that they do. */
export function notFound(kind: string, id: string): Problem {
  return new Problem("not-found", `There is no ${kind} ${id} that this credential may read.`);
}

export function conflict(detail: string, members: Readonly<Record<string, unknown>> = {}): Problem {
  return new Problem("conflict", detail, { members });
}

/** An organization has reached the maximum number of a kind. */
export function capReached(things: string, max: number, setting: string): Problem {
  const detail = `An organization can have at most ${max} ${things}. Delete one that is not needed, or ask the operator to raise ${setting}.`;
  return new Problem("conflict", detail);
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

export function invalidField(pointer: string, detail: string): Problem {
  return new Problem("invalid-request", detail, { errors: [{ pointer, code: "invalid-value", detail }] });
}

/** For a list whose criteria or order the database could not handle in time. */
export function queryTooSlow(pointer: string): Problem {
  return invalidField(pointer, "The query timed out. Add a more selective filter, order by id, or omit includeTotal.");
}

export function rateLimited(waitSeconds: number, policyName: string): Problem {
  return new Problem(
    "rate-limited",
    `Rate limit exceeded. Retry after ${waitSeconds} s, then use exponential backoff.`,
    {
      headers: { "retry-after": String(waitSeconds) },
      members: { "violated-policies": [policyName] },
    },
  );
}
