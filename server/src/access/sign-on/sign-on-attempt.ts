import { oauthScopeSchema } from "@weft/contract";
import { z } from "zod";
import type { Transaction } from "../../platform/database/database.ts";
import { signOnFailed } from "../../platform/errors.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { SealedTable } from "../../platform/secrets/sealed-table.ts";
import { hashSecret, hasValidChecksum } from "../secret.ts";
import {
  type AttemptRow,
  insertAttempt,
  lockAttemptRow,
  saveAttemptDetails,
  takeAttemptRow,
} from "../sign-on-store.ts";

/** An attempt is finished with the settings it was started with, never at another provider. */
const settingsShape = { issuer: z.string(), clientId: z.string() };

const leftShape = { ...settingsShape, redirectUri: z.string(), codeVerifier: z.string(), nonce: z.string() };

const attemptSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("browser"), ...leftShape }),
  z.object({
    kind: z.literal("loopback"),
    ...leftShape,
    port: z.int(),
    codeChallenge: z.string(),
    callerState: z.string().optional(),
  }),
  z.object({
    kind: z.literal("device"),
    ...settingsShape,
    providerDeviceCode: z.string(),
    userCode: z.string(),
    verificationUri: z.string(),
    verificationUriComplete: z.string().optional(),
    intervalSeconds: z.int(),
    nextPollMs: z.number(),
  }),
  z.object({ kind: z.literal("code"), userId: z.string(), codeChallenge: z.string() }),
  z.object({
    kind: z.literal("authorization"),
    userId: z.string(),
    /** A user who has changed since, such as by a new password, must approve again. */
    userVersion: z.int(),
    scope: oauthScopeSchema,
    clientId: z.string(),
    clientName: z.string(),
    redirectUri: z.string(),
    codeChallenge: z.string(),
    resource: z.string(),
  }),
]);

/** The stored state of a sign-on in progress. */
export type Attempt = z.infer<typeof attemptSchema>;
export type BrowserAttempt = Extract<Attempt, { kind: "browser" | "loopback" }>;
export type DeviceAttempt = Extract<Attempt, { kind: "device" }>;
/** What a user approved for an assistant. */
export type AuthorizationAttempt = Extract<Attempt, { kind: "authorization" }>;

export interface AttemptOptions {
  /** The secret that its owner sends to continue the attempt. */
  readonly handle: string;
  readonly kinds: readonly Attempt["kind"][];
}

export async function rememberAttempt(
  tx: Transaction,
  secrets: SecretBox,
  orgId: string,
  { handle, attempt, expiresInSeconds }: { handle: string; attempt: Attempt; expiresInSeconds: number },
): Promise<void> {
  const handleHash = hashSecret(handle);
  const details = secrets.seal(JSON.stringify(attempt), contextOf(orgId, handleHash));
  await insertAttempt(tx, orgId, { handleHash, kind: attempt.kind, details, expiresInSeconds });
}

/** Returns and deletes the attempt: it cannot be finished twice, whatever its outcome. */
export async function takeAttempt(
  tx: Transaction,
  secrets: SecretBox,
  orgId: string,
  { handle, kinds }: AttemptOptions,
): Promise<Attempt | undefined> {
  const handleHash = hashSecret(handle);
  const row = await takeAttemptRow(tx, orgId, { handleHash, kinds });
  return row === undefined ? undefined : openAttempt(secrets, row, contextOf(orgId, handleHash));
}

export async function lockAttempt(
  tx: Transaction,
  secrets: SecretBox,
  orgId: string,
  { handle, kinds }: AttemptOptions,
): Promise<{ attempt: Attempt; secondsLeft: number } | undefined> {
  const handleHash = hashSecret(handle);
  const row = await lockAttemptRow(tx, orgId, { handleHash, kinds });
  return row === undefined
    ? undefined
    : { attempt: openAttempt(secrets, row, contextOf(orgId, handleHash)), secondsLeft: row.secondsLeft };
}

export async function saveAttempt(
  tx: Transaction,
  secrets: SecretBox,
  orgId: string,
  { handle, attempt }: { handle: string; attempt: Attempt },
): Promise<void> {
  const handleHash = hashSecret(handle);
  const details = secrets.seal(JSON.stringify(attempt), contextOf(orgId, handleHash));
  await saveAttemptDetails(tx, orgId, handleHash, details);
}

/** The same error for an attempt that never existed, has expired, was finished, or belongs to another browser. */
export function attemptEnded(cause?: unknown): Error {
  return signOnFailed(
    "This sign-in has expired, was already completed, or was started in another browser. Start again.",
    cause,
  );
}

// The handle contains the org's id, so that the attempt is found within its org.
const handlePattern = /^([A-Za-z0-9_-]{16})\.([0-9A-Za-z]{36})$/;

export interface Handle {
  readonly orgId: string;
  readonly secret: string;
}

export function formatHandle({ orgId, secret }: Handle): string {
  return `${orgId}.${secret}`;
}

export function readHandle(text: string): Handle {
  const [, orgId, secret] = handlePattern.exec(text) ?? [];
  if (orgId === undefined || secret === undefined || !hasValidChecksum(secret)) {
    throw attemptEnded();
  }
  return { orgId, secret };
}

function openAttempt(secrets: SecretBox, row: AttemptRow, context: string): Attempt {
  try {
    return attemptSchema.parse(JSON.parse(secrets.open(row.details, context)));
  } catch (cause) {
    // The service's secret or version has changed since the attempt was started.
    throw attemptEnded(cause);
  }
}

export const attemptSecrets: SealedTable = {
  table: "sign_on_attempts",
  columns: ["details"],
  key: { org_id: "text", handle_hash: "bytea" },
  contextOf: ([orgId = "", handleHash = ""]) => contextOf(orgId, Buffer.from(handleHash.slice(2), "hex")),
};

function contextOf(orgId: string, handleHash: Buffer): string {
  return `sign-on attempt ${orgId} ${handleHash.toString("hex")}`;
}
