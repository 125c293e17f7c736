import type { Transaction } from "../../platform/database/database.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { AuditTrail } from "../audit/audit-log.ts";
import { csrfTokenOf, formatSession } from "../credential.ts";
import { issueAccessToken } from "../keys/issue-access-token.ts";
import type { OrgRow } from "../org-store.ts";
import { hashSecret, makeSecret } from "../secret.ts";
import { requireNotSuspended, suspensionOf } from "../suspension.ts";
import type { UserRow } from "../user-store.ts";
import { countSignIns, insertSession } from "./session-store.ts";

export const signedInSeconds = 12 * 3600;

export interface SignedIn {
  readonly org: OrgRow;
  readonly user: UserRow;
  /** Opened in the transaction of the sign-in. */
  readonly trail: AuditTrail;
  readonly method: "password" | "sso";
}

/** An access token for a program that has signed in as a user. */
export async function grantToken(tx: Transaction, { org, user, trail, method }: SignedIn) {
  requireNotSuspended(suspensionOf(org));
  const { row, accessToken } = await issueAccessToken(tx, org.id, {
    owner: { type: "user", id: user.id },
    label: "sign-in",
    preset: undefined,
    rights: undefined,
    taskId: undefined,
    expiresInSeconds: signedInSeconds,
    issuer: { type: "signed-in-owner" },
  });
  const after = { method, grant: "token", accessTokenId: row.id };
  await trail.record({ action: "session.sign-in", target: { type: "user", id: user.id }, after });
  return { ...presentSignedIn({ org, user }), expiresOn: row.expires_on.toISOString(), accessToken };
}

/** A session for a browser, as the value of its cookie. */
export async function grantSession(tx: Transaction, secrets: SecretBox, { org, user, trail, method }: SignedIn) {
  requireNotSuspended(suspensionOf(org));
  const secret = makeSecret();
  const expiresOn = new Date(Date.now() + signedInSeconds * 1000);
  await insertSession(tx, org.id, { secretHash: hashSecret(secret), userId: user.id, expiresOn });
  const after = { method, grant: "session" };
  await trail.record({ action: "session.sign-in", target: { type: "user", id: user.id }, after });
  return {
    cookie: formatSession(org.id, secret),
    body: {
      ...presentSignedIn({ org, user }),
      expiresOn: expiresOn.toISOString(),
      csrfToken: csrfTokenOf(secrets, secret),
    },
  };
}

export function presentSignedIn({ org, user }: Pick<SignedIn, "org" | "user">) {
  return {
    org: { id: org.id, slug: org.slug, name: org.name },
    actor: { id: user.id, type: "user" as const, name: user.name, email: user.email },
  };
}

interface UserChange {
  readonly orgId: string;
  readonly userId: string;
  /** Undefined in a dry run. */
  readonly trail: AuditTrail | undefined;
}

/** Runs the work, and records how many sessions and tokens of the user it ended. */
export async function recordEndedSessions<Result>(
  tx: Transaction,
  { orgId, userId, trail }: UserChange,
  work: () => Promise<Result>,
): Promise<Result> {
  if (trail === undefined) {
    return work();
  }
  const before = await countSignIns(tx, orgId, userId);
  const result = await work();
  const after = await countSignIns(tx, orgId, userId);
  const ended = { sessions: before.sessions - after.sessions, tokens: before.tokens - after.tokens };
  if (ended.sessions > 0 || ended.tokens > 0) {
    await trail.record({ action: "session.end", target: { type: "user", id: userId }, after: ended });
  }
  return result;
}
