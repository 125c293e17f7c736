import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow } from "../../platform/database/one-row.ts";
import { prepared, sql } from "../../platform/database/sql.ts";
import type { AuditRow } from "./audit-entry.ts";

/** The end of an org's log, and how much of it has expired. */
export interface AuditHead {
  readonly last_sequence: number;
  readonly last_hash: Buffer;
  readonly last_stamp: Date;
  readonly checkpoint_sequence: number;
  readonly checkpoint_hash: Buffer;
}

export interface StoredPersonalValue {
  readonly sequence: number;
  readonly place: string;
  readonly subject_id: string | null;
  readonly salt: Buffer;
  readonly value: string | null;
}

/** Blocks all other writers of the org's log. Locked before the org's feed row and every other row. */
export async function lockAuditHead(tx: Transaction, orgId: string): Promise<AuditHead> {
  const [known] = await selectForUpdate(tx, orgId);
  if (known !== undefined) {
    return known;
  }
  await tx.query(prepared`insert into audit_heads (org_id) values (${orgId}) on conflict do nothing`);
  return oneRow(await selectForUpdate(tx, orgId));
}

function selectForUpdate(tx: Transaction, orgId: string): Promise<AuditHead[]> {
  return tx.query<AuditHead>(prepared`select * from audit_heads where org_id = ${orgId} for update`);
}

export async function findAuditHead(db: Database, orgId: string): Promise<AuditHead | undefined> {
  const rows = await db.query<AuditHead>(prepared`select * from audit_heads where org_id = ${orgId}`);
  return rows[0];
}

/** False for a database whose schema has no audit log yet. */
export async function hasAuditLog(db: Database): Promise<boolean> {
  const { isThere } = oneRow(
    await db.query<{ isThere: boolean }>(sql`select to_regclass('audit_heads') is not null as "isThere"`),
  );
  return isThere;
}

export async function insertEntry(tx: Transaction, orgId: string, row: AuditRow): Promise<void> {
  await tx.query(prepared`
    insert into audit_entries (org_id, sequence, created_on, action, outcome, actor_type, actor_id, credential_type,
      credential_id, target_type, target_id, request_id, before, after, digests, previous_hash, hash)
    values (${orgId}, ${row.sequence}, ${row.created_on}, ${row.action}, ${row.outcome}, ${row.actor_type},
      ${row.actor_id}, ${row.credential_type}, ${row.credential_id}, ${row.target_type}, ${row.target_id},
      ${row.request_id}, ${toJson(row.before)}::jsonb, ${toJson(row.after)}::jsonb, ${toJson(row.digests)}::jsonb,
      ${row.previous_hash}, ${row.hash})`);
}

export async function moveHead(tx: Transaction, orgId: string, row: AuditRow): Promise<void> {
  await tx.query(prepared`
    update audit_heads set last_sequence = ${row.sequence}, last_hash = ${row.hash}, last_stamp = ${row.created_on}
    where org_id = ${orgId}`);
}

export async function insertPersonalValues(
  tx: Transaction,
  orgId: string,
  values: readonly StoredPersonalValue[],
): Promise<void> {
  await tx.query(prepared`
    insert into audit_personal_values (org_id, sequence, place, subject_id, salt, value)
    select ${orgId}, sequence, place, subject_id, salt, value
    from unnest(${values.map(({ sequence }) => sequence)}::bigint[], ${values.map(({ place }) => place)}::text[],
      ${values.map(({ subject_id }) => subject_id)}::text[], ${values.map(({ salt }) => salt)}::bytea[],
      ${values.map(({ value }) => value)}::text[]) as input (sequence, place, subject_id, salt, value)`);
}

/** The personal values of the entries from the first to the last sequence. */
export async function findPersonalValues(
  db: Database,
  orgId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<StoredPersonalValue[]> {
  return db.query<StoredPersonalValue>(prepared`
    select sequence, place, subject_id, salt, value from audit_personal_values
    where org_id = ${orgId} and sequence between ${first} and ${last}`);
}

/** Returns the number of erased values about this user or app. */
export async function erasePersonalValuesOf(tx: Transaction, orgId: string, subjectId: string): Promise<number> {
  const rows = await tx.query(sql`
    delete from audit_personal_values where org_id = ${orgId} and subject_id = ${subjectId} returning sequence`);
  return rows.length;
}

/** Includes values of which only the digest is stored. */
export async function erasePersonalValue(tx: Transaction, orgId: string, value: string): Promise<number> {
  const rows = await tx.query(sql`
    delete from audit_personal_values as stored
    using audit_entries as entry
    where stored.org_id = ${orgId} and entry.org_id = stored.org_id and entry.sequence = stored.sequence
      and entry.digests ->> stored.place = encode(sha256(stored.salt || convert_to(${value}, 'UTF8')), 'hex')
    returning stored.sequence`);
  return rows.length;
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
