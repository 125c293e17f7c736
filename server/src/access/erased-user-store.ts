import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import { orgsInImport } from "./org-store.ts";

/** Whose data is erased, and what is shown instead. */
export interface ErasedSubject {
  readonly id: string;
  readonly pseudonym: string;
}

/** The values that identify a person beside the id. */
export interface KnownValues {
  readonly names: readonly string[];
  readonly emails: readonly string[];
  readonly addresses: readonly string[];
}

/** A user whose personal data was erased. */
export interface ErasedUserRow {
  readonly id: string;
  readonly pseudonym: string;
  readonly erased_on: Date;
}

/** An erasure that needs its second pass. */
export interface UnfinishedErasure extends ErasedUserRow {
  readonly org_id: string;
}

/** Returns undefined if another erased user of the org has the pseudonym. An erased user keeps the first one. */
export async function insertErasedUser(
  tx: Transaction,
  orgId: string,
  { id, pseudonym }: Pick<ErasedUserRow, "id" | "pseudonym">,
): Promise<ErasedUserRow | undefined> {
  const taken = await tx.query(sql`
    select 1 from erased_users where org_id = ${orgId} and pseudonym = ${pseudonym} and id <> ${id}`);
  if (taken.length > 0) {
    return undefined;
  }
  return oneRow(
    await tx.query<ErasedUserRow>(sql`
      insert into erased_users (org_id, id, pseudonym) values (${orgId}, ${id}, ${pseudonym})
      on conflict (org_id, id) do update set erased_on = excluded.erased_on, finished_on = null
      returning id, pseudonym, erased_on`),
  );
}

/** The pseudonyms of those of the ids that are erased users. */
export async function findPseudonyms(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; pseudonym: string }>(prepared`
    select id, pseudonym from erased_users where org_id = ${orgId} and id = any(${[...ids]}::text[])`);
  return new Map(rows.map(({ id, pseudonym }) => [id, pseudonym]));
}

/** Erasures before the time that are not finished, oldest first. */
export async function listUnfinishedErasures(db: Database, before: Date, limit: number): Promise<UnfinishedErasure[]> {
  return db.query<UnfinishedErasure>(sql`
    /* of all orgs: due work */ select org_id, id, pseudonym, erased_on from erased_users
    where finished_on is null and erased_on < ${before} and org_id not in (${orgsInImport})
    order by erased_on, org_id, id limit ${limit}`);
}

/** Does nothing if the user was erased again meanwhile. */
export async function finishErasure(tx: Transaction, orgId: string, erased: ErasedUserRow): Promise<void> {
  await tx.query(sql`
    update erased_users set finished_on = now()
    where org_id = ${orgId} and id = ${erased.id} and erased_on = ${erased.erased_on}`);
}

/** The values of a user in the audit log. It has them after the user was deleted, too. */
export async function findKnownValues(db: Database, orgId: string, userId: string): Promise<KnownValues> {
  const rows = await db.query<{ part: string; value: string }>(sql`
    select distinct split_part(place, '.', 2) as part, value from audit_personal_values
    where org_id = ${orgId} and subject_id = ${userId} and value is not null`);
  const valuesOf = (part: string) => rows.filter((row) => row.part === part).map(({ value }) => value);
  return { names: valuesOf("name"), emails: valuesOf("email"), addresses: valuesOf("address") };
}

type CountedTable = "sessions" | "api_keys" | "access_tokens";

/** How many rows end with the user: the database deletes them together. */
export async function countRowsOfUser(
  tx: Transaction,
  orgId: string,
  userId: string,
): Promise<Readonly<Record<CountedTable, number>>> {
  return oneRow(
    await tx.query<Record<CountedTable, number>>(sql`
      select
        (select count(*) from sessions where org_id = ${orgId} and user_id = ${userId}) as sessions,
        (select count(*) from api_keys where org_id = ${orgId} and user_id = ${userId}) as api_keys,
        (select count(*) from access_tokens where org_id = ${orgId} and user_id = ${userId}) as access_tokens`),
  );
}

/** Deletes some of the values about the user. */
export async function deleteValuesOfUser(
  tx: Transaction,
  orgId: string,
  userId: string,
  limit: number,
): Promise<number> {
  const rows = await tx.query(sql`
    delete from audit_personal_values
    where org_id = ${orgId} and ctid = any(array(
      select ctid from audit_personal_values where org_id = ${orgId} and subject_id = ${userId} limit ${limit}))
    returning 1`);
  return rows.length;
}

/** Entries of an audit log: those after one sequence, until another. */
interface AuditWindow {
  readonly after: number;
  readonly until: number;
}

/** The last of the `limit` entries after a sequence. */
export async function findAuditWindowEnd(
  db: Database,
  orgId: string,
  after: number,
  limit: number,
): Promise<number | undefined> {
  const rows = await db.query<{ sequence: number }>(sql`
    select sequence from (
      select sequence from audit_entries where org_id = ${orgId} and sequence > ${after} order by sequence limit ${limit}
    ) as entries
    order by sequence desc limit 1`);
  return rows[0]?.sequence;
}

/**
 * Deletes the values of failed sign-ins that are about the user's account or contain one of its values. Values about
 * others stay, even equal ones, and so does the name of the operator. Entries are looked up by their key and sequences are
 * an array, because a log that has grown since its last analysis could otherwise be joined row by row.
 */
export async function deleteValuesOfFailedSignIns(
  tx: Transaction,
  orgId: string,
  { userId, values }: { readonly userId: string; readonly values: readonly string[] },
  { after, until }: AuditWindow,
): Promise<number> {
  const rows = await tx.query(sql`
    with stored as materialized (
      select sequence, salt, (
        select digests ->> place from audit_entries as entry
        where entry.org_id = ${orgId} and entry.sequence = personal.sequence and actor_type = 'unknown'
      ) as digest
      from audit_personal_values as personal
      where org_id = ${orgId} and sequence > ${after} and sequence <= ${until} and subject_id is null
    ), matching as (
      select sequence from audit_entries
      where org_id = ${orgId} and sequence > ${after} and sequence <= ${until} and actor_type = 'unknown'
        and target_type = 'user' and target_id = ${userId}
      union
      select sequence from stored
      where exists (
        select 1 from unnest(${[...values]}::text[]) as value
        where digest = encode(sha256(salt || convert_to(value, 'UTF8')), 'hex'))
    )
    delete from audit_personal_values
    where org_id = ${orgId} and sequence = any(array(select sequence from matching)) and subject_id is null
    returning 1`);
  return rows.length;
}

/** Counts of failed sign-ins for the emails, with or without an address. */
export async function deleteLoginFailures(tx: Transaction, orgId: string, emails: readonly string[]): Promise<number> {
  const rows = await tx.query(sql`
    delete from login_failures
    where scope = ${orgId} and split_part(subject, ' ', 1) = any(${[...emails]}::text[]) returning 1`);
  return rows.length;
}

/** Whether the user was erased before, or is in the audit log. */
export async function isKnownToAudit(db: Database, orgId: string, userId: string): Promise<boolean> {
  const { isKnown } = oneRow(
    await db.query<{ isKnown: boolean }>(sql`
      select exists (select 1 from erased_users where org_id = ${orgId} and id = ${userId})
        or exists (select 1 from audit_entries where org_id = ${orgId} and target_id = ${userId} and target_type = 'user')
        or exists (select 1 from audit_entries where org_id = ${orgId} and actor_id = ${userId} and actor_type = 'user')
        as "isKnown"`),
  );
  return isKnown;
}
