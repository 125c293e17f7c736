import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow } from "../platform/database/one-row.ts";
import { prepared, sql } from "../platform/database/sql.ts";
import type { OptionPair } from "./kinds/property-kind.ts";

export interface OptionSetRow {
  readonly id: string;
  readonly name: string;
  readonly federated_id: string | null;
  readonly options: readonly OptionPair[];
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
  readonly updated_by_id: string | null;
}

export type OptionSetContent = Pick<OptionSetRow, "id" | "name" | "federated_id" | "options">;

const setsMax = 20_000;

export async function listOptionSets(db: Database, orgId: string): Promise<OptionSetRow[]> {
  return db.query<OptionSetRow>(prepared`
    select id, name, federated_id, options, version, created_on, updated_on, created_by_id, updated_by_id
    from option_sets where org_id = ${orgId} order by id limit ${setsMax}`);
}

export async function saveOptionSet(
  tx: Transaction,
  orgId: string,
  set: OptionSetContent,
  actorId: string,
): Promise<OptionSetRow> {
  const rows = await tx.query<OptionSetRow>(sql`
    insert into option_sets (org_id, id, name, federated_id, options, created_by_id, updated_by_id)
    values (${orgId}, ${set.id}, ${set.name}, ${set.federated_id}, ${JSON.stringify(set.options)}, ${actorId}, ${actorId})
    on conflict (org_id, id) do update
    set name = excluded.name, federated_id = excluded.federated_id, options = excluded.options,
        version = option_sets.version + 1, updated_on = now(), updated_by_id = excluded.updated_by_id
    returning *`);
  return oneRow(rows);
}

export async function deleteOptionSet(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from option_sets where org_id = ${orgId} and id = ${id}`);
}
