import type { PostgresDatabase } from "../../platform/database/database.ts";
import { oneRow, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { type ChangeRow, positionOf } from "../change.ts";
import { encodeCursor } from "../change-cursor.ts";

export interface ChangeInput extends Partial<Omit<ChangeRow, "created_on" | "sequence">> {
  /** Default: now. Stamps must rise. */
  readonly createdOn?: string;
}

export interface BuiltChange extends ChangeRow {
  readonly cursor: string;
}

/** Appends records to an org's log as the write path does, but with any stamp. */
export async function buildChanges(
  db: PostgresDatabase,
  orgId: string,
  inputs: readonly ChangeInput[],
): Promise<BuiltChange[]> {
  return db.transaction(async (tx) => {
    const built: BuiltChange[] = [];
    for (const { createdOn, ...input } of inputs) {
      const feed = oneRow(
        await tx.query<{ last_sequence: number; last_stamp: Date }>(sql`
          insert into org_feeds as feed (org_id, last_sequence, last_stamp)
          values (${orgId}, 1, coalesce(${createdOn ?? null}::timestamptz(3), date_trunc('milliseconds', now())))
          on conflict (org_id) do update set last_sequence = feed.last_sequence + 1,
            last_stamp = greatest(feed.last_stamp, excluded.last_stamp)
          returning last_sequence, last_stamp`),
      );
      const row = { ...plainChange(input.entity_type ?? "item"), ...input };
      built.push(
        toBuilt(
          oneRow(
            await tx.query<ChangeRow>(sql`
              insert into changes
              select * from jsonb_populate_record(null::changes, ${JSON.stringify({
                ...row,
                org_id: orgId,
                sequence: feed.last_sequence,
                created_on: feed.last_stamp,
              })}::jsonb)
              returning *`),
          ),
        ),
      );
    }
    return built;
  });
}

/** Appends many records of one kind at once, one second apart, starting at the given time. */
export async function buildManyChanges(
  db: PostgresDatabase,
  orgId: string,
  count: number,
  { from, entityType = "item" }: { readonly from: string; readonly entityType?: string },
): Promise<void> {
  await db.query(sql`
    with feed as (
      insert into org_feeds as feed (org_id, last_sequence, last_stamp)
      values (${orgId}, ${count}::integer, ${from}::timestamptz + (${count}::integer - 1) * interval '1 second')
      on conflict (org_id) do update
      set last_sequence = feed.last_sequence + ${count}::integer, last_stamp = excluded.last_stamp
      returning last_sequence
    )
    insert into changes (
      org_id, created_on, sequence, entity_type, entity_id, type_path, action, entity_version, change_set_id, source,
      diffs)
    select ${orgId}, ${from}::timestamptz + number * interval '1 second', last_sequence - ${count}::integer + number + 1,
      ${entityType}, 'many-' || number, ${entityType}, 'create', 1, 'many', 'loader', '{}'
    from feed, generate_series(0, ${count}::integer - 1) as number`);
}

function plainChange(entityType: string): Omit<ChangeRow, "created_on" | "sequence"> {
  const diffs: Record<string, JsonValue> = { name: [null, "Shirt"] };
  return {
    entity_type: entityType,
    entity_id: newId(),
    type_path: entityType,
    project_id: null,
    federated_id: null,
    action: "update",
    entity_version: 1,
    actor_id: "actor-1",
    actor_type: "app",
    actor_name: "ERP",
    change_set_id: newId(),
    source: "api",
    source_id: null,
    diffs,
  };
}

function toBuilt(row: ChangeRow): BuiltChange {
  return { ...row, cursor: encodeCursor(positionOf(row)) };
}
