import { entityTypeOf } from "../entity-types/type-tree.ts";
import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";

/**
 * The ids of entities at or below the path, looked up by federatedId and otherwise by id. Custom entities may be named
 * without the type path with which loads prefix their federatedIds.
 */
export async function findIdsOfNames(
  db: Database,
  orgId: string,
  typePath: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const entityType = entityTypeOf(typePath);
  const rows = await db.query<{ name: string; id: string | null }>(prepared`
    select names.name, coalesce(
      (select id from entities
       where federated_id = names.name and entity_type = ${entityType} and org_id = ${orgId}
         and (type_path = ${typePath} or starts_with(type_path, ${`${typePath}:`}))),
      (select id from entities
       where federated_id = ${`${typePath}:`} || names.name and entity_type = ${entityType} and org_id = ${orgId}),
      (select id from entities
       where org_id = ${orgId} and entity_type = ${entityType} and id = names.name
         and (type_path = ${typePath} or starts_with(type_path, ${`${typePath}:`})))
    ) as id
    from unnest(${[...names]}::text[]) as names (name)`);
  return new Map(rows.flatMap(({ name, id }): [string, string][] => (id === null ? [] : [[name, id]])));
}

interface ExpectedEntity {
  readonly entityType: string;
  /** Absent for an entity that must not exist. */
  readonly entityId?: string;
  readonly federatedId: string | null;
  readonly version?: number;
}

/**
 * The first entity that no longer has its expected version, or that exists although it must not. Looked up one by one:
 * for a join with a limit, the planner expects an early end and scans the whole table for each.
 */
export async function findChanged(
  db: Database,
  orgId: string,
  expected: readonly ExpectedEntity[],
): Promise<string | undefined> {
  const rows = await db.query<{ name: string }>(prepared`
    select input."entityType" || ' ' || coalesce(input."entityId", input."federatedId") as name
    from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) as input (
      "entityType" text, "entityId" text, "federatedId" text, version integer)
    where case when input."entityId" is null
      then exists (
        select 1 from entities
        where federated_id = input."federatedId" and entity_type = input."entityType" and org_id = ${orgId})
      else not exists (
        select 1 from entities
        where org_id = ${orgId} and entity_type = input."entityType" and id = input."entityId"
          and version = coalesce(input.version, version))
      end
    limit 1`);
  return rows[0]?.name;
}
