import { createHash } from "node:crypto";
import type { AuditAction, AuditActorType, AuditOutcome, Operation } from "@weft/contract";
import { isJsonObject, type JsonObject, type JsonValue } from "../../platform/json-value.ts";
import type { CredentialType } from "../caller.ts";

/** Who acts. Name and email are personal and are stored in the side table. */
export interface AuditActor {
  readonly type: AuditActorType;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly credential?: { readonly type: CredentialType; readonly id: string } | undefined;
}

/** Where a request came from. Address and user agent are personal. */
export interface AuditOrigin {
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly requestId?: string | undefined;
}

/** An entry to record, with its personal values. */
export interface AuditNote {
  readonly action: AuditAction;
  readonly outcome?: AuditOutcome;
  readonly target: { readonly type: string; readonly id?: string | undefined };
  readonly before?: JsonObject | undefined;
  readonly after?: JsonObject | undefined;
  readonly personal?: readonly PersonalValue[];
}

/** A name, email or address of one entry. */
export interface PersonalValue {
  /** Its path in the entry as shown, such as after.email. */
  readonly place: string;
  readonly value: string;
  /** The user or app that it is about, for erasure. */
  readonly subjectId: string | undefined;
  /** True if only the digest is stored, as for the name of an account that does not exist. */
  readonly isDigestOnly?: boolean;
}

/** An entry as it is stored and hashed. */
export interface AuditRow {
  readonly sequence: number;
  readonly created_on: Date;
  readonly action: AuditAction;
  readonly outcome: AuditOutcome;
  readonly actor_type: AuditActorType;
  readonly actor_id: string | null;
  readonly credential_type: CredentialType | null;
  readonly credential_id: string | null;
  readonly target_type: string;
  readonly target_id: string | null;
  readonly request_id: string | null;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
  readonly digests: Readonly<Record<string, string>>;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

/**
 * SHA-256 over the entry and the previous hash. The format is documented for anyone who verifies an export, so it must
 * not change: docs/security.md, "Audit log".
 */
export function hashOfEntry(orgId: string, row: Omit<AuditRow, "hash">): Buffer {
  const fields: JsonValue = [
    "weft-audit-1",
    orgId,
    row.sequence,
    row.created_on.toISOString(),
    row.action,
    row.outcome,
    row.actor_type,
    row.actor_id,
    row.credential_type,
    row.credential_id,
    row.target_type,
    row.target_id,
    row.request_id,
    row.before,
    row.after,
    row.digests,
    row.previous_hash.toString("hex"),
  ];
  return createHash("sha256").update(canonicalJson(fields)).digest();
}

/** The digest of a personal value that the entry stores. */
export function digestOf(salt: Buffer, value: string): string {
  return createHash("sha256").update(salt).update(value).digest("hex");
}

/** JSON without whitespace and with sorted keys. */
function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join(",")}]`;
  }
  if (isJsonObject(value)) {
    const members = Object.keys(value)
      .filter((name) => value[name] !== undefined)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

/** Every operation that streams lines is a bulk export. */
export function isBulkExport({ answers }: Operation): boolean {
  return Object.values(answers).some(({ mediaType }) => mediaType === "application/x-ndjson");
}
