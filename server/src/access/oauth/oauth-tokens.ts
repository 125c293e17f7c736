import { hash, timingSafeEqual } from "node:crypto";
import type { OAuthScope } from "@weft/contract";
import type { Transaction } from "../../platform/database/database.ts";
import { dayMs } from "../../platform/durations.ts";
import { newId } from "../../platform/ids.ts";
import { Problem } from "../../platform/problem.ts";
import { isSameText } from "../../platform/secret-box.ts";
import type { AccessServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import { type AuditTrail, actOfUser, originOf, type RequestOrigin } from "../audit/audit-log.ts";
import { formatRefreshToken, formatToken, type RefreshToken, readCredential, readRefreshToken } from "../credential.ts";
import { revokeAccessToken } from "../keys/access-token-store.ts";
import { findOrg, type OrgRow } from "../org-store.ts";
import { hashSecret, makeSecret } from "../secret.ts";
import { type AuthorizationAttempt, readHandle, takeAttempt } from "../sign-on/sign-on-attempt.ts";
import { findUser, holdUser, type UserRow } from "../user-store.ts";
import type { FormParameters } from "./form-parameters.ts";
import { readClient } from "./oauth-client.ts";
import { invalidGrant, OAuthError } from "./oauth-error.ts";
import {
  findOAuthToken,
  insertOAuthToken,
  lockOAuthToken,
  type OAuthTokenRow,
  renewOAuthToken,
} from "./oauth-token-store.ts";

export type OAuthServices = Pick<AccessServices, "db" | "bus" | "secrets" | "audit">;

const tokenSeconds = 3600;
/** For so long, a former refresh token is the retry of a client that did not get the response. */
const retrySeconds = 30;

/** Who got tokens, for the log line of the request. */
export interface GrantedTokens {
  readonly org: OrgRow;
  readonly user: UserRow;
  /** RFC 6749, 5.1. */
  readonly body: object;
}

/** Issues or renews the tokens of an application: RFC 6749, 4.1.3 and 6. */
export async function grantTokens(
  services: OAuthServices,
  form: FormParameters,
  request: RequestOrigin,
): Promise<GrantedTokens> {
  switch (form.get("grant_type")) {
    case "authorization_code":
      return exchangeCode(services, form, request);
    case "refresh_token":
      return refreshTokens(services, form, request);
    case undefined:
      throw new OAuthError("invalid_request", "grant_type is missing.");
    default:
      throw new OAuthError("unsupported_grant_type", "Supported are authorization_code and refresh_token.");
  }
}

async function exchangeCode(
  services: OAuthServices,
  form: FormParameters,
  request: RequestOrigin,
): Promise<GrantedTokens> {
  const [code, redirectUri, verifier] = ["code", "redirect_uri", "code_verifier"].map((name) => required(form, name));
  requireClient(services, form);
  const { orgId, attempt } = await takeCode(services, code ?? "");
  // A wrong client, redirect URI or verifier also invalidates the code, so that none can be guessed.
  const challenge = hash("sha256", verifier ?? "", "base64url");
  const isForClient = attempt.clientId === form.get("client_id") && attempt.redirectUri === redirectUri;
  if (!isForClient || !isSameText(challenge, attempt.codeChallenge)) {
    throw invalidGrant();
  }
  requireResource(form, attempt.resource);
  const act = { actor: { type: "unknown" }, origin: originOf(request) } as const;
  return services.audit.transaction(services.db, orgId, act, (tx, trail) => connect(tx, trail, orgId, attempt));
}

async function takeCode({ db, secrets }: OAuthServices, code: string) {
  try {
    const { orgId, secret } = readHandle(code);
    const attempt = await db.transaction((tx) =>
      takeAttempt(tx, secrets, orgId, { handle: secret, kinds: ["authorization"] }),
    );
    if (attempt?.kind === "authorization") {
      return { orgId, attempt };
    }
  } catch (error) {
    throw error instanceof Problem && error.code === "sso-failed" ? invalidGrant(error) : error;
  }
  throw invalidGrant();
}

async function connect(
  tx: Transaction,
  trail: AuditTrail,
  orgId: string,
  { userId, userVersion, scope, clientName, clientId }: AuthorizationAttempt,
): Promise<GrantedTokens> {
  const org = await findOrg(tx, orgId);
  const user = await holdUser(tx, orgId, userId);
  if (org === undefined || org.suspended_on !== null || !user?.is_active || user.version !== userVersion) {
    throw invalidGrant();
  }
  const id = newId();
  const family = makeSecret();
  const made = makeTokens({ orgId, family, scope });
  const familyHash = hashOfFamily(family, clientId);
  await insertOAuthToken(tx, orgId, { ...made.stored, id, userId, clientName, scope, familyHash });
  const { name, email } = user;
  await trail.as({ type: "user", id: userId, name, email }).record({
    action: "session.sign-in",
    target: { type: "user", id: userId },
    after: { method: "oauth", grant: "token", accessTokenId: id, clientName, scope },
  });
  return { org, user, body: made.body };
}

/** New secrets, as stored and as sent. */
function makeTokens({ orgId, family, scope }: { orgId: string; family: string; scope: OAuthScope }) {
  const [access, refresh] = [makeSecret(), makeSecret()];
  const expiresOn = new Date(Date.now() + tokenSeconds * 1000);
  return {
    stored: { secretHash: hashSecret(access), refreshHash: hashSecret(refresh), expiresOn },
    body: {
      access_token: formatToken(orgId, access),
      token_type: "Bearer",
      expires_in: tokenSeconds,
      refresh_token: formatRefreshToken({ orgId, family, secret: refresh }),
      scope: scope === "write" ? "read write" : "read",
    },
  };
}

/** Binds the refresh tokens to the client: sent with another client_id, they find nothing. */
function hashOfFamily(family: string, clientId: string): Buffer {
  return hashSecret(`${family}\n${clientId}`);
}

async function refreshTokens(
  services: OAuthServices,
  form: FormParameters,
  request: RequestOrigin,
): Promise<GrantedTokens> {
  const token = readRefreshToken(required(form, "refresh_token"));
  const clientId = required(form, "client_id");
  if (token === undefined) {
    requireClient(services, form);
    throw invalidGrant();
  }
  const familyHash = hashOfFamily(token.family, clientId);
  const renewed = await services.db.transaction((tx) => renew(tx, token, familyHash));
  switch (renewed.kind) {
    case "granted":
      return renewed.granted;
    case "unknown":
      requireClient(services, form);
      throw invalidGrant();
    case "ended":
      throw invalidGrant();
    case "reused":
      // Two hold tokens of this connection, and one of them may have stolen it.
      await endConnection(services, request, { orgId: token.orgId, hash: familyHash, reason: "refresh-token-reused" });
      throw invalidGrant();
  }
}

type Renewed =
  | { readonly kind: "granted"; readonly granted: GrantedTokens }
  | { readonly kind: "unknown" | "ended" | "reused" };

async function renew(tx: Transaction, { orgId, family, secret }: RefreshToken, familyHash: Buffer): Promise<Renewed> {
  const row = await lockOAuthToken(tx, orgId, familyHash);
  if (row === undefined) {
    return { kind: "unknown" };
  }
  const org = await findOrg(tx, orgId);
  const user = await findUser(tx, orgId, row.user_id);
  if (org === undefined || !user?.is_active || hasEnded(row, org)) {
    return { kind: "ended" };
  }
  const sentHash = hashSecret(secret);
  const isCurrent = timingSafeEqual(sentHash, row.refresh_hash);
  if (!isCurrent && !isRetry(row, sentHash)) {
    return { kind: "reused" };
  }
  const { stored, body } = makeTokens({ orgId, family, scope: row.scope });
  await renewOAuthToken(tx, orgId, row.id, {
    ...stored,
    // A retry leaves the former token and its time as they are, and replaces tokens that did not arrive.
    formerRefreshHash: isCurrent ? sentHash : row.former_refresh_hash,
    refreshedOn: isCurrent ? new Date() : row.refreshed_on,
  });
  return { kind: "granted", granted: { org, user, body } };
}

/** The organization's limit on the lifetime of keys applies to connections too. */
function hasEnded(
  { revoked_on, created_on }: OAuthTokenRow,
  { suspended_on, key_lifetime_days: days }: OrgRow,
): boolean {
  const isTooOld = days !== null && created_on.getTime() + days * dayMs <= Date.now();
  return revoked_on !== null || suspended_on !== null || isTooOld;
}

function isRetry({ former_refresh_hash, refreshed_on }: OAuthTokenRow, sentHash: Buffer): boolean {
  return (
    former_refresh_hash !== null &&
    refreshed_on !== null &&
    timingSafeEqual(sentHash, former_refresh_hash) &&
    refreshed_on.getTime() + retrySeconds * 1000 > Date.now()
  );
}

/** RFC 7009, by either token. Unknown tokens are ignored: they grant nothing. */
export async function revokeTokens(
  services: OAuthServices,
  form: FormParameters,
  request: RequestOrigin,
): Promise<void> {
  const text = required(form, "token");
  const refresh = readRefreshToken(text);
  if (refresh !== undefined) {
    const familyHash = hashOfFamily(refresh.family, required(form, "client_id"));
    return endConnection(services, request, { orgId: refresh.orgId, hash: familyHash });
  }
  const access = readCredential({ authorization: `Bearer ${text}` }, undefined);
  if (access?.kind === "token") {
    await endConnection(services, request, { orgId: access.orgId, hash: hashSecret(access.secret) });
  }
}

interface EndedConnection {
  readonly orgId: string;
  /** Of the access token or of the family. */
  readonly hash: Buffer;
  /** Absent if the application itself revoked the token. */
  readonly reason?: string;
}

async function endConnection(
  { db, bus, audit }: OAuthServices,
  request: RequestOrigin,
  { orgId, hash: tokenHash, reason }: EndedConnection,
): Promise<void> {
  const token = await findOAuthToken(db.ofOrg(orgId), orgId, tokenHash);
  const user = token && (await findUser(db.ofOrg(orgId), orgId, token.user_id));
  if (token === undefined || user === undefined) {
    return;
  }
  const target = { type: "user", id: user.id };
  const after = { method: "oauth", accessTokenId: token.id, clientName: token.client_name };
  await audit.transaction(db, orgId, actOfUser(user, originOf(request)), async (tx, trail) => {
    await revokeAccessToken(tx, orgId, token.id);
    await (reason === undefined
      ? trail.record({ action: "session.sign-out", target, after })
      : trail
          .as({ type: "unknown" })
          .record({ action: "session.end", target, after: { ...after, sessions: 0, tokens: 1, reason } }));
  });
  announceAccess(bus);
}

function requireClient({ secrets }: OAuthServices, form: FormParameters): void {
  if (readClient(secrets, required(form, "client_id")) === undefined) {
    throw new OAuthError("invalid_client", "The client_id is unknown. Register again.");
  }
}

function requireResource(form: FormParameters, resource: string): void {
  if ((form.get("resource") ?? resource) !== resource) {
    throw new OAuthError("invalid_target", `The resource must be ${resource}.`);
  }
}

function required(form: FormParameters, name: string): string {
  const value = form.get(name);
  if (value === undefined) {
    throw new OAuthError("invalid_request", `${name} is missing.`);
  }
  return value;
}
