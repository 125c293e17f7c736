import type { AuditAction } from "@weft/contract";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow, prepared, sql } from "../../platform/database/sql.ts";
import { orgsInImport } from "../org-store.ts";
import type { AuditCriteria } from "./audit-criteria.ts";
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

type LastEntry = Pick<AuditRow, "sequence" | "hash">;

/** The orgs after the given one that have a log. */
export async function listAuditRetentions(
  db: Database,
  after: string,
  limit: number,
): Promise<{ readonly id: string; readonly audit_retention_days: number | null }[]> {
  return db.query<{ id: string; audit_retention_days: number | null }>(sql`
    /* of all orgs: expired rows */ select orgs.id, orgs.audit_retention_days from orgs join audit_heads on org_id = id
    where id > ${after} and id not in (${orgsInImport}) order by id limit ${limit}`);
}

/** The last of the oldest `limit` entries before the time. */
export async function findLastExpired(
  db: Database,
  orgId: string,
  before: Date,
  limit: number,
): Promise<LastEntry | undefined> {
  const rows = await db.query<LastEntry>(sql`
    select sequence, hash from (
      select sequence, hash from audit_entries
      where org_id = ${orgId} and created_on < ${before} order by created_on, sequence limit ${limit}
    ) as oldest
    order by sequence desc limit 1`);
  return rows[0];
}

export async function deleteEntriesUpTo(tx: Transaction, orgId: string, sequence: number): Promise<void> {
  await tx.query(sql`delete from audit_personal_values where org_id = ${orgId} and sequence <= ${sequence}`);
  await tx.query(sql`delete from audit_entries where org_id = ${orgId} and sequence <= ${sequence}`);
}

export async function saveCheckpoint(tx: Transaction, orgId: string, { sequence, hash }: LastEntry): Promise<void> {
  await tx.query(sql`
    update audit_heads
    set checkpoint_sequence = ${sequence}, checkpoint_hash = ${hash}, checkpoint_on = ${new Date()}
    where org_id = ${orgId}`);
}

interface Repeat {
  readonly minute: Date;
  readonly action: AuditAction;
  /** A digest of the subject and the action; empty for the entry count of the minute. */
  readonly subject: Buffer;
}

export interface RepeatCount {
  readonly minute: Date;
  readonly action: AuditAction;
  readonly subject: Buffer;
  readonly count: number;
}

/** The number of occurrences in its minute, including this one. */
export async function countRepeat(tx: Transaction, orgId: string, repeat: Repeat): Promise<number> {
  const rows = await tx.query<{ count: number }>(prepared`
    insert into audit_repeats as known (org_id, minute, action, subject, count)
    values (${orgId}, ${repeat.minute}, ${repeat.action}, ${repeat.subject}, 1)
    on conflict (org_id, minute, action, subject) do update set count = known.count + 1
    returning count`);
  return oneRow(rows).count;
}

/** The orgs with counts of minutes before the given time. */
export async function listOrgsWithRepeats(db: Database, before: Date): Promise<string[]> {
  const rows = await db.query<{ org_id: string }>(sql`
    /* of all orgs: due work */ select distinct org_id from audit_repeats where minute < ${before} order by org_id`);
  return rows.map(({ org_id }) => org_id);
}

export async function takeRepeats(tx: Transaction, orgId: string, before: Date): Promise<RepeatCount[]> {
  return tx.query<RepeatCount>(sql`
    delete from audit_repeats where org_id = ${orgId} and minute < ${before}
    returning minute, action, subject, count`);
}

/** Entries after `after`, up to and including `until`. */
export interface AuditRange {
  readonly after: number;
  readonly until: number;
}

export async function findNewestEntries(
  db: Database,
  orgId: string,
  criteria: AuditCriteria,
  { after, until, limit }: AuditRange & { readonly limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(sql`
    select * from audit_entries
    where org_id = ${orgId} and sequence > ${after} and sequence <= ${until} and ${conditionOf(criteria)}
    order by sequence desc limit ${limit}`);
}

export async function findOldestEntries(
  db: Database,
  orgId: string,
  criteria: AuditCriteria,
  { after, until, limit }: AuditRange & { readonly limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(sql`
    select * from audit_entries
    where org_id = ${orgId} and sequence > ${after} and sequence <= ${until} and ${conditionOf(criteria)}
    order by sequence limit ${limit}`);
}

/** All entries, to verify the chain. */
export async function findEntries(
  db: Database,
  orgId: string,
  { after, until, limit }: AuditRange & { readonly limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(prepared`
    select * from audit_entries
    where org_id = ${orgId} and sequence > ${after} and sequence <= ${until} order by sequence limit ${limit}`);
}

/** Makes the transaction read one snapshot, although entries are appended and expire meanwhile. */
export async function readOneMoment(tx: Transaction): Promise<void> {
  await tx.query(sql`set transaction isolation level repeatable read read only`);
}

function conditionOf({ action, outcome, actorId, targetType, targetId, createdOn }: AuditCriteria) {
  const range = createdOn ?? { from: null, to: null };
  return sql`(${action ?? null}::text is null or action = ${action ?? null})
    and (${outcome ?? null}::text is null or outcome = ${outcome ?? null})
    and (${actorId ?? null}::text is null or actor_id = ${actorId ?? null})
    and (${targetType ?? null}::text is null or target_type = ${targetType ?? null})
    and (${targetId ?? null}::text is null or target_id = ${targetId ?? null})
    and (${dateOf(range.from)}::timestamptz is null or created_on >= ${dateOf(range.from)})
    and (${dateOf(range.to)}::timestamptz is null or created_on <= ${dateOf(range.to)})`;
}

function dateOf(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
