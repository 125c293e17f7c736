import type { IncomingHttpHeaders } from "node:http";
import type { SecretBox } from "../platform/secret-box.ts";
import { hasValidChecksum } from "./secret.ts";

/** A credential as sent, well-formed but not yet looked up. */
export type Credential =
  | KeyCredential
  | {
      readonly kind: "token";
      readonly orgId: string;
      readonly secret: string;
      readonly orgSlug: string | undefined;
      /** Sent together with the token, which acts. It must be valid too. */
      readonly beside: KeyCredential | undefined;
    }
  | { readonly kind: "session"; readonly orgId: string; readonly secret: string };

interface KeyCredential {
  readonly kind: "key";
  readonly owner: "app" | "user";
  readonly orgSlug: string;
  readonly secret: string;
}

export const sessionCookie = "weft_session";
const csrfPurpose = "csrf";

const keyPattern = /^(app|user):weft_([0-9A-Za-z]{36})$/;
// The token contains the org's id, so that it is found within its org.
const tokenPattern = /^weft_token_([A-Za-z0-9_-]{16})_([0-9A-Za-z]{36})$/;
// The family is the same in all refresh tokens of a connection.
const refreshPattern = /^weft_refresh_([A-Za-z0-9_-]{16})_([0-9A-Za-z]{36})_([0-9A-Za-z]{36})$/;
const sessionPattern = /^([A-Za-z0-9_-]{16})\.([0-9A-Za-z]{36})$/;

export function formatKey(owner: "app" | "user", secret: string): string {
  return `${owner}:weft_${secret}`;
}

export function formatToken(orgId: string, secret: string): string {
  return `weft_token_${orgId}_${secret}`;
}

export interface RefreshToken {
  readonly orgId: string;
  readonly family: string;
  readonly secret: string;
}

export function formatRefreshToken({ orgId, family, secret }: RefreshToken): string {
  return `weft_refresh_${orgId}_${family}_${secret}`;
}

export function readRefreshToken(text: string): RefreshToken | undefined {
  const [, orgId, family, secret] = refreshPattern.exec(text) ?? [];
  return orgId === undefined || family === undefined || secret === undefined || !hasValidChecksum(secret)
    ? undefined
    : { orgId, family, secret };
}

export function formatSession(orgId: string, secret: string): string {
  return `${orgId}.${secret}`;
}

/** The first and last characters of the key, to recognize it. */
export function hintOf(owner: "app" | "user", secret: string): string {
  return `${owner}:weft_${secret.slice(0, 4)}…${secret.slice(-4)}`;
}

// A header is never a single space, so this distinguishes absent from empty.
const absent = " ";

/** The parts of a request that carry a credential, as one text; undefined if there are none. */
export function shownText(headers: IncomingHttpHeaders, session: string | undefined): string | undefined {
  const { authorization } = headers;
  const key = headers["x-api-key"];
  const org = headers["x-api-org"];
  return authorization === undefined && key === undefined && session === undefined
    ? undefined
    : `${authorization ?? absent}\n${String(key ?? absent)}\n${String(org ?? absent)}\n${session ?? absent}`;
}

/** Reads the credential of a request: a token acts for a key beside it. Undefined if it is malformed, duplicated or missing. */
export function readCredential(headers: IncomingHttpHeaders, session: string | undefined): Credential | undefined {
  const { authorization } = headers;
  const key = headers["x-api-key"];
  const orgSlug = headers["x-api-org"];
  if (Array.isArray(key) || Array.isArray(orgSlug)) {
    return undefined;
  }
  if (authorization !== undefined) {
    const beside = key === undefined ? undefined : readKey(key, orgSlug);
    return key !== undefined && beside === undefined ? undefined : readToken(authorization, orgSlug, beside);
  }
  if (key !== undefined) {
    return readKey(key, orgSlug);
  }
  return session === undefined ? undefined : readSession(session);
}

function readToken(
  authorization: string,
  orgSlug: string | undefined,
  beside: KeyCredential | undefined,
): Credential | undefined {
  const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? "";
  const [, orgId, secret] = tokenPattern.exec(token) ?? [];
  return orgId === undefined || secret === undefined || !hasValidChecksum(secret)
    ? undefined
    : { kind: "token", orgId, secret, orgSlug, beside };
}

function readKey(key: string, orgSlug: string | undefined): KeyCredential | undefined {
  const [, owner, secret] = keyPattern.exec(key) ?? [];
  if (secret === undefined || orgSlug === undefined || (owner !== "app" && owner !== "user")) {
    return undefined;
  }
  return hasValidChecksum(secret) ? { kind: "key", owner, orgSlug, secret } : undefined;
}

function readSession(cookie: string): Credential | undefined {
  const [, orgId, secret] = sessionPattern.exec(cookie) ?? [];
  return orgId === undefined || secret === undefined || !hasValidChecksum(secret)
    ? undefined
    : { kind: "session", orgId, secret };
}

/** Derived from the session, so that it needs no storage; another site cannot read it. */
export function csrfTokenOf(secrets: SecretBox, sessionSecret: string): string {
  return secrets.sign(csrfPurpose, sessionSecret);
}

/** The current one first, then those that the session may have from before a rotation of the service's secret. */
export function csrfTokensOf(secrets: SecretBox, sessionSecret: string): readonly string[] {
  return secrets.signatures(csrfPurpose, sessionSecret);
}
