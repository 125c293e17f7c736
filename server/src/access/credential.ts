import type { IncomingHttpHeaders } from "node:http";
import { hasValidChecksum } from "./secret.ts";

/** A credential as it was shown, well-formed but not yet looked up. */
export type Credential =
  | { readonly kind: "key"; readonly owner: "app" | "user"; readonly orgSlug: string; readonly secret: string }
  | { readonly kind: "token"; readonly orgId: string; readonly secret: string; readonly orgSlug: string | undefined }
  | { readonly kind: "session"; readonly orgId: string; readonly secret: string };

export const sessionCookie = "weft_session";

const keyPattern = /^(app|user):weft_([0-9A-Za-z]{36})$/;
// The org's id stands in the token, so that it is found within its org.
const tokenPattern = /^weft_token_([A-Za-z0-9_-]{16})_([0-9A-Za-z]{36})$/;
const sessionPattern = /^([A-Za-z0-9_-]{16})\.([0-9A-Za-z]{36})$/;

export function formatKey(owner: "app" | "user", secret: string): string {
  return `${owner}:weft_${secret}`;
}

export function formatToken(orgId: string, secret: string): string {
  return `weft_token_${orgId}_${secret}`;
}

export function formatSession(orgId: string, secret: string): string {
  return `${orgId}.${secret}`;
}

/** The key's beginning and end, to recognise it by. */
export function hintOf(owner: "app" | "user", secret: string): string {
  return `${owner}:weft_${secret.slice(0, 4)}…${secret.slice(-4)}`;
}

// No header is a space alone, so what is absent is told from what is empty.
const absent = " ";

/** The parts of a request that carry a credential, as one text, or none when there is no credential. */
export function shownText(headers: IncomingHttpHeaders, session: string | undefined): string | undefined {
  const { authorization } = headers;
  const key = headers["x-api-key"];
  const org = headers["x-api-org"];
  return authorization === undefined && key === undefined && session === undefined
    ? undefined
    : `${authorization ?? absent}\n${String(key ?? absent)}\n${String(org ?? absent)}\n${session ?? absent}`;
}

/** Reads the one credential of a request. Malformed, doubled and missing ones are all the same: none. */
export function readCredential(headers: IncomingHttpHeaders, session: string | undefined): Credential | undefined {
  const { authorization } = headers;
  const key = headers["x-api-key"];
  const orgSlug = headers["x-api-org"];
  if (Array.isArray(key) || Array.isArray(orgSlug) || (authorization !== undefined && key !== undefined)) {
    return undefined;
  }
  if (authorization !== undefined) {
    return readToken(authorization, orgSlug);
  }
  if (key !== undefined) {
    return readKey(key, orgSlug);
  }
  return session === undefined ? undefined : readSession(session);
}

function readToken(authorization: string, orgSlug: string | undefined): Credential | undefined {
  const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? "";
  const [, orgId, secret] = tokenPattern.exec(token) ?? [];
  return orgId === undefined || secret === undefined || !hasValidChecksum(secret)
    ? undefined
    : { kind: "token", orgId, secret, orgSlug };
}

function readKey(key: string, orgSlug: string | undefined): Credential | undefined {
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
