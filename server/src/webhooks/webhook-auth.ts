import type { webhookOperations } from "@weft/contract";
import type { z } from "zod";
import { invalidField } from "../platform/errors.ts";
import { makeSigningSecret, type OutboundAuth, readSigningSecret } from "../platform/outbound/message-auth.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { SealedTable } from "../platform/secrets/sealed-table.ts";
import { requireOwnHeader } from "./require-webhook.ts";
import type { StoredAuth } from "./webhook.ts";

type NewAuth = z.output<typeof webhookOperations.create.body>["auth"];
type ChangedAuth = NonNullable<z.output<typeof webhookOperations.update.body>["auth"]>;

/** The row that a secret belongs to: it cannot be decrypted in another row. */
export interface SecretPlace {
  readonly secrets: SecretBox;
  readonly orgId: string;
  readonly webhookId: string;
}

/** The message is public; the reason is in the cause. */
export class SecretUnreadableError extends Error {
  constructor(options: ErrorOptions) {
    super("The secret of the webhook cannot be decrypted, so nothing was sent. Save its auth again.", options);
    this.name = "SecretUnreadableError";
  }
}

const hintedLengthMin = 16;
const hintLength = 4;

const noAuth: StoredAuth = {
  auth_type: "none",
  header_name: null,
  secret: null,
  secret_hint: null,
  secret_since: null,
  previous_secret: null,
  previous_secret_since: null,
  previous_secret_until: null,
};

/** Includes the generated secret, if none was sent. */
export function newAuth(place: SecretPlace, auth: NewAuth): { stored: StoredAuth; madeSecret: string | undefined } {
  if (auth.type === "none") {
    return { stored: noAuth, madeSecret: undefined };
  }
  if (auth.type === "header") {
    return { stored: headerAuth(place, auth.name, auth.value), madeSecret: undefined };
  }
  const madeSecret = auth.secret === undefined ? makeSigningSecret() : undefined;
  return { stored: hmacAuth(place, auth.secret ?? madeSecret ?? ""), madeSecret };
}

const boundTo = "It is bound to the URL and the header name.";

/**
 * Omitted members stay; a sent auth replaces the previous one. A secret is bound to the URL and its header name: anyone
 * who changes one of these must know it, or they could send it to a place where they can read it.
 */
export function changedAuth(
  place: SecretPlace,
  before: StoredAuth,
  { auth, isMoved }: { readonly auth: ChangedAuth | undefined; readonly isMoved: boolean },
): StoredAuth {
  const type = auth?.type ?? before.auth_type;
  if (type === "none") {
    return noAuth;
  }
  if (auth?.type === "header" && auth.value !== undefined) {
    return headerAuth(place, auth.name, auth.value);
  }
  if (auth?.type === "hmac" && auth.secret !== undefined) {
    return hmacAuth(place, auth.secret);
  }
  const isSameHeader = auth?.type !== "header" || isSameName(auth.name, before.header_name);
  if (isMoved || before.auth_type !== type || !isSameHeader) {
    throw type === "header"
      ? invalidField("#/auth/value", `Send the value of the header. ${boundTo}`)
      : invalidField(
          "#/auth/secret",
          `Send a secret, such as whsec_ followed by 32 random bytes in base64. ${boundTo}`,
        );
  }
  return before;
}

function isSameName(name: string, before: string | null): boolean {
  return name.toLowerCase() === before?.toLowerCase();
}

/** Adds a new secret. The current one stays valid for the overlap, unless it can no longer be decrypted. */
export function rotatedAuth(
  place: SecretPlace,
  before: StoredAuth,
  overlapSeconds: number,
): { readonly stored: StoredAuth; readonly madeSecret: string } {
  const madeSecret = makeSigningSecret();
  const stored = {
    ...hmacAuth(place, madeSecret),
    ...(isReadable(place, before.secret) ? previousFor(before, overlapSeconds) : {}),
  };
  return { stored, madeSecret };
}

function previousFor({ secret, secret_since }: StoredAuth, overlapSeconds: number) {
  return {
    previous_secret: secret,
    previous_secret_since: secret_since,
    previous_secret_until: new Date(Date.now() + overlapSeconds * 1_000),
  };
}

/** The auth of messages sent now. Throws SecretUnreadableError if WEFT_SECRET has changed since. */
export function openAuth(place: SecretPlace, stored: StoredAuth): OutboundAuth {
  const open = (sealed: Buffer | null) => openSecret(place, sealed);
  switch (stored.auth_type) {
    case "none":
      return { type: "none" };
    case "header":
      return { type: "header", name: stored.header_name ?? "", value: open(stored.secret) };
    case "hmac":
      return { type: "hmac", secrets: [stored.secret, ...previousOf(stored)].map(open) };
  }
}

function openSecret(place: SecretPlace, sealed: Buffer | null): string {
  try {
    return sealed === null ? "" : place.secrets.open(sealed, contextOf(place));
  } catch (cause) {
    throw new SecretUnreadableError({ cause });
  }
}

function isReadable(place: SecretPlace, sealed: Buffer | null): boolean {
  try {
    openSecret(place, sealed);
    return true;
  } catch {
    return false;
  }
}

/** The previous secret, while it is valid. */
export function previousOf({ previous_secret, previous_secret_until }: StoredAuth): Buffer[] {
  const isGood = previous_secret_until !== null && previous_secret_until.getTime() > Date.now();
  return previous_secret !== null && isGood ? [previous_secret] : [];
}

function headerAuth(place: SecretPlace, name: string, value: string): StoredAuth {
  requireOwnHeader(name, value, "#/auth");
  return {
    ...noAuth,
    auth_type: "header",
    header_name: name,
    secret: place.secrets.seal(value, contextOf(place)),
    // The last characters would reveal too much of a short value.
    secret_hint: value.length < hintedLengthMin ? "…" : `…${value.slice(-hintLength)}`,
    secret_since: new Date(),
  };
}

function hmacAuth(place: SecretPlace, secret: string): StoredAuth {
  if (readSigningSecret(secret) === undefined) {
    throw invalidField(
      "#/auth/secret",
      "A secret must be whsec_ followed by 24 to 64 bytes in base64. Omit it to have one generated.",
    );
  }
  return {
    ...noAuth,
    auth_type: "hmac",
    secret: place.secrets.seal(secret, contextOf(place)),
    secret_since: new Date(),
  };
}

export const webhookSecrets: SealedTable = {
  table: "webhooks",
  columns: ["secret", "previous_secret"],
  key: { org_id: "text", id: "text" },
  contextOf: ([orgId = "", webhookId = ""]) => contextOf({ orgId, webhookId }),
};

function contextOf({ orgId, webhookId }: Pick<SecretPlace, "orgId" | "webhookId">): string {
  return `webhook ${orgId} ${webhookId}`;
}
