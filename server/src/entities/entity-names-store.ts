import { entityTypeOf } from "../entity-types/type-tree.ts";
import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";

/**
 * The ids of entities at or below the path that are named by their federatedId or, failing that, by their id. Those of
 * custom entities may be named without the type path that loads put in front of them.
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
  /** Left out for one that must not exist. */
  readonly entityId?: string;
  readonly federatedId: string | null;
  readonly version?: number;
}

/**
 * The first of these that is not of its version any more, or that exists although it should not. Looked up one by one:
 * of a join with a limit the database thinks that it ends soon, and reads the whole table for each of them.
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
