import type { Database, Transaction } from "../platform/database/database.ts";
import { type JsonbParameter, jsonList, prepared, sql } from "../platform/database/sql.ts";
import type { Author, ChangeDraft, RecordingOptions } from "./change.ts";

/** The end of the log after changes were recorded. */
export interface Recorded {
  readonly lastSequence: number;
  readonly stamp: Date;
}

/** Creates the org's feed row if necessary and returns the version of its types. */
export async function openFeed(db: Database, orgId: string): Promise<number> {
  const rows = await db.query<{ types_version: number }>(prepared`
    with made as (
      insert into org_feeds (org_id) values (${orgId}) on conflict do nothing returning types_version
    )
    select types_version from made
    union all
    select types_version from org_feeds where org_id = ${orgId}`);
  // A row that another transaction has just created is not visible to either half. It has not been changed yet.
  return rows[0]?.types_version ?? 0;
}

/** Blocks every writer of the org until the transaction ends, and returns the version of its types. */
export async function lockFeed(tx: Transaction, orgId: string): Promise<number | undefined> {
  const rows = await tx.query<{ types_version: number }>(prepared`
    select types_version from org_feeds where org_id = ${orgId} for update`);
  return rows[0]?.types_version;
}

/** Changes serialized for the database: a JSON list of rows, numbered in list order. */
export interface SerializedChanges<List = JsonbParameter> {
  readonly count: number;
  readonly rows: List;
}

export function serializeChanges(changes: readonly ChangeDraft[]): SerializedChanges<readonly string[]> {
  return { count: changes.length, rows: changes.map(changeAsJson) };
}

/** Returns undefined if the org's types no longer have the expected version. */
export async function appendChanges(
  tx: Transaction,
  orgId: string,
  { count, rows: changes }: SerializedChanges,
  { typesVersion, changesTypes }: RecordingOptions,
): Promise<Recorded | undefined> {
  const rows = await tx.query<{ last_sequence: number; last_stamp: Date }>(prepared`
    with feed as (
      update org_feeds
      set last_sequence = last_sequence + ${count},
          last_stamp = greatest(last_stamp, date_trunc('milliseconds', clock_timestamp())),
          types_version = types_version + ${changesTypes ? 1 : 0}
      where org_id = ${orgId} and types_version = ${typesVersion}
      returning last_sequence, last_stamp
    ), recorded as (
      insert into changes (
        org_id, created_on, sequence, entity_type, entity_id, type_path, project_id, action, entity_version,
        actor_id, actor_type, actor_name, change_set_id, source, source_id, federated_id, diffs)
      select
        ${orgId}, feed.last_stamp, feed.last_sequence - ${count} + input.ordinality, input.entity_type,
        input.entity_id, input.type_path, input.project_id, input.action, input.entity_version, input.actor_id,
        input.actor_type, input.actor_name, input.change_set_id, input.source, input.source_id, input.federated_id,
        input.diffs
      from feed, rows from (jsonb_to_recordset(${changes}::jsonb) as (
        entity_type text, entity_id text, type_path text, project_id text, action text, entity_version integer,
        actor_id text, actor_type text, actor_name text, change_set_id text, source text, source_id text,
        federated_id text, diffs jsonb)) with ordinality as input
    )
    select last_sequence, last_stamp from feed`);
  const [feed] = rows;
  return feed === undefined ? undefined : { lastSequence: feed.last_sequence, stamp: feed.last_stamp };
}

function changeAsJson({ author, diffs, ...change }: ChangeDraft): string {
  const fields = JSON.stringify({
    entity_type: change.entityType,
    entity_id: change.entityId,
    type_path: change.typePath,
    project_id: change.projectId,
    action: change.action,
    entity_version: change.entityVersion,
    // The state of a create or a delete has it.
    ...(change.action === "update" ? { federated_id: change.federatedId ?? "" } : {}),
  });
  return `${fields.slice(0, -1)},${authorAsJson(author)},"diffs":${diffs}}`;
}

const authors = new WeakMap<Author, string>();

/** The fields of an author, without braces. Serialized once, because one author may make all changes of a long load. */
function authorAsJson(author: Author): string {
  let text = authors.get(author);
  if (text === undefined) {
    const fields = JSON.stringify({
      actor_id: author.actorId,
      actor_type: author.actorType,
      actor_name: author.actorName,
      change_set_id: author.changeSetId,
      source: author.source,
      source_id: author.sourceId,
    });
    text = fields.slice(1, -1);
    authors.set(author, text);
  }
  return text;
}

/** A temporary table: private to the transaction, not logged, dropped on commit. */
export async function makeWaitingTable(tx: Transaction): Promise<void> {
  await tx.query(sql`
    create temporary table waiting_changes (
      number bigint, entity_type text, entity_id text, type_path text, project_id text, action text,
      entity_version integer, actor_id text, actor_type text, actor_name text, change_set_id text, source text,
      source_id text, federated_id text, diffs jsonb
    ) on commit drop`);
}

/** Appends the changes after those that are already waiting. */
export async function putAside(tx: Transaction, waitingCount: number, changes: readonly ChangeDraft[]): Promise<void> {
  await tx.query(sql`
    insert into pg_temp.waiting_changes
    select ${waitingCount}::bigint + input.ordinality, input.entity_type, input.entity_id, input.type_path,
      input.project_id, input.action, input.entity_version, input.actor_id, input.actor_type, input.actor_name,
      input.change_set_id, input.source, input.source_id, input.federated_id, input.diffs
    from rows from (jsonb_to_recordset(${jsonList(serializeChanges(changes).rows)}::jsonb) as (
      entity_type text, entity_id text, type_path text, project_id text, action text, entity_version integer,
      actor_id text, actor_type text, actor_name text, change_set_id text, source text, source_id text,
      federated_id text, diffs jsonb)) with ordinality as input`);
}

/** Returns false if the org's types no longer have the expected version. */
export async function appendWaitingChanges(
  tx: Transaction,
  orgId: string,
  count: number,
  { typesVersion, changesTypes }: RecordingOptions,
): Promise<boolean> {
  const rows = await tx.query(sql`
    with feed as (
      update org_feeds
      set last_sequence = last_sequence + ${count}::bigint,
          last_stamp = greatest(last_stamp, date_trunc('milliseconds', clock_timestamp())),
          types_version = types_version + ${changesTypes ? 1 : 0}::bigint
      where org_id = ${orgId} and types_version = ${typesVersion}
      returning last_sequence, last_stamp
    ), recorded as (
      insert into changes (
        org_id, created_on, sequence, entity_type, entity_id, type_path, project_id, action, entity_version,
        actor_id, actor_type, actor_name, change_set_id, source, source_id, federated_id, diffs)
      select ${orgId}, feed.last_stamp, feed.last_sequence - ${count}::bigint + waiting.number, waiting.entity_type,
        waiting.entity_id, waiting.type_path, waiting.project_id, waiting.action, waiting.entity_version,
        waiting.actor_id, waiting.actor_type, waiting.actor_name, waiting.change_set_id, waiting.source,
        waiting.source_id, waiting.federated_id, waiting.diffs
      from feed, pg_temp.waiting_changes as waiting
      order by waiting.number
    )
    select last_sequence from feed`);
  return rows.length > 0;
}
