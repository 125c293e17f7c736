import type { ErasedSubject } from "../access/erased-user-store.ts";
import { formerStopReason, inJson } from "../access/former-texts.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

/** A position in the change log of an org. */
export interface LogPlace {
  readonly created_on: Date;
  readonly sequence: number;
}

export const startOfLog: LogPlace = { created_on: new Date(0), sequence: 0 };

interface LogWindow {
  readonly after: LogPlace;
  readonly until: LogPlace;
}

/** Entities to purge. Ids are unique in the organization, the types select the index. */
export interface PurgedEntities {
  readonly entityTypes: readonly string[];
  readonly ids: readonly string[];
}

/** The last record of an entity; that of a deleted one is its deletion. */
interface LastChange {
  readonly type_path: string;
  readonly project_id: string | null;
  readonly action: string;
  readonly sequence: number;
}

/** Reads the whole log if there is none. */
export async function hasChangesOf(db: Database, orgId: string, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from changes where org_id = ${orgId} and actor_id = ${userId} and actor_type = 'user' limit 1`);
  return rows.length > 0;
}

/** The last of the `limit` records after a place. */
export async function findWindowEnd(
  db: Database,
  orgId: string,
  after: LogPlace,
  limit: number,
): Promise<LogPlace | undefined> {
  const rows = await db.query<LogPlace>(sql`
    select created_on, sequence from (
      select created_on, sequence from changes
      where org_id = ${orgId} and created_on >= ${after.created_on}
        and (created_on, sequence) > (${after.created_on}, ${after.sequence})
      order by created_on, sequence limit ${limit}
    ) as records
    order by created_on desc, sequence desc limit 1`);
  return rows[0];
}

export async function renameInChanges(
  tx: Transaction,
  orgId: string,
  { id, pseudonym }: ErasedSubject,
  { after, until }: LogWindow,
): Promise<number> {
  const rows = await tx.query(sql`
    update changes set actor_name = ${pseudonym}
    where org_id = ${orgId} and created_on between ${after.created_on} and ${until.created_on}
      and (created_on, sequence) > (${after.created_on}, ${after.sequence})
      and (created_on, sequence) <= (${until.created_on}, ${until.sequence})
      and actor_id = ${id} and actor_name is distinct from ${pseudonym}
    returning 1`);
  return rows.length;
}

/** Earlier versions recorded the name of a workflow's owner, and in the reason why it had stopped. */
export async function renameInWorkflowChanges(
  tx: Transaction,
  orgId: string,
  pseudonym: string,
  name: string,
): Promise<number> {
  const owner = { before: `"name": ${JSON.stringify(name)}, "type": "`, after: `"name": "${pseudonym}", "type": "` };
  const reason = formerStopReason(name, pseudonym);
  const rows = await tx.query(sql`
    update changes
    set diffs = replace(replace(diffs::text, ${owner.before}, ${owner.after}),
      ${inJson(reason.before)}, ${inJson(reason.after)})::jsonb
    where org_id = ${orgId} and entity_type = 'event-workflow'
      and (strpos(diffs::text, ${owner.before}) > 0 or strpos(diffs::text, ${inJson(reason.before)}) > 0)
    returning 1`);
  return rows.length;
}

export async function findLastChange(
  db: Database,
  orgId: string,
  entityType: string,
  id: string,
): Promise<LastChange | undefined> {
  const rows = await db.query<LastChange>(sql`
    select type_path, project_id, action, sequence from changes
    where entity_id = ${id} and org_id = ${orgId} and entity_type = ${entityType}
    order by created_on desc, sequence desc limit 1`);
  return rows[0];
}

/** Texts that may be ids, such as those of files, anywhere in the history of the entities. */
export async function findIdsInHistory(db: Database, orgId: string, entities: PurgedEntities): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct value #>> '{}' as id
    from changes
    cross join jsonb_path_query(changes.diffs, 'lax $.**') as value
    where changes.org_id = ${orgId} and changes.entity_id = any(${[...entities.ids]}::text[])
      and changes.entity_type = any(${[...entities.entityTypes]}::text[])
      and jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^[A-Za-z0-9_-]{16}$'`);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the records of the entities, and returns their number. Their sequence numbers stay, so that cursors remain
 * valid. The record that is kept has only ids afterwards.
 */
export async function deleteHistory(
  tx: Transaction,
  orgId: string,
  entities: PurgedEntities,
  keptSequence = 0,
): Promise<number> {
  await tx.query(sql`
    update changes set diffs = '{}', federated_id = null
    where entity_id = any(${[...entities.ids]}::text[]) and org_id = ${orgId}
      and entity_type = any(${[...entities.entityTypes]}::text[]) and sequence = ${keptSequence}`);
  const purged = await tx.query<{ sequence: number }>(sql`
    delete from changes
    where entity_id = any(${[...entities.ids]}::text[]) and org_id = ${orgId}
      and entity_type = any(${[...entities.entityTypes]}::text[]) and sequence <> ${keptSequence}
    returning sequence`);
  await tx.query(sql`
    insert into purged_changes (org_id, sequence)
    select ${orgId}, sequence from unnest(${purged.map(({ sequence }) => sequence)}::bigint[]) as sequence`);
  return purged.length;
}
