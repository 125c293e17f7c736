import type { Transaction } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";
import { jsonList } from "../platform/json-list.ts";
import type { ChangeDraft, RecordingOptions } from "./change-draft.ts";
import { serializeChanges } from "./change-log-store.ts";

/** A temporary table: private to the transaction, not logged, dropped on commit. */
export async function makeWaitingTable(tx: Transaction): Promise<void> {
  await tx.query(sql`
    create temporary table waiting_changes (
      number bigint, entity_type text, entity_id text, type_path text, project_id text, action text,
      entity_version integer, actor_id text, actor_type text, actor_name text, change_set_id text, source text,
      source_id text, diffs jsonb
    ) on commit drop`);
}

/** Appends the changes after those that are already waiting. */
export async function putAside(tx: Transaction, waitingCount: number, changes: readonly ChangeDraft[]): Promise<void> {
  await tx.query(sql`
    insert into pg_temp.waiting_changes
    select ${waitingCount}::bigint + input.ordinality, input.entity_type, input.entity_id, input.type_path,
      input.project_id, input.action, input.entity_version, input.actor_id, input.actor_type, input.actor_name,
      input.change_set_id, input.source, input.source_id, input.diffs
    from rows from (jsonb_to_recordset(${jsonList(serializeChanges(changes).rows)}::jsonb) as (
      entity_type text, entity_id text, type_path text, project_id text, action text, entity_version integer,
      actor_id text, actor_type text, actor_name text, change_set_id text, source text, source_id text,
      diffs jsonb)) with ordinality as input`);
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
        actor_id, actor_type, actor_name, change_set_id, source, source_id, diffs)
      select ${orgId}, feed.last_stamp, feed.last_sequence - ${count}::bigint + waiting.number, waiting.entity_type,
        waiting.entity_id, waiting.type_path, waiting.project_id, waiting.action, waiting.entity_version,
        waiting.actor_id, waiting.actor_type, waiting.actor_name, waiting.change_set_id, waiting.source,
        waiting.source_id, waiting.diffs
      from feed, pg_temp.waiting_changes as waiting
      order by waiting.number
    )
    select last_sequence from feed`);
  return rows.length > 0;
}
