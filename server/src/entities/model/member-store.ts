import type { Database } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";
import type { EntityRow } from "./entity.ts";
import { entityColumns } from "./entity-store.ts";

/**
 * The members of assortments, found by the keys that make an item unique within an assortment. A key is
 * <assortment>/<item>, so the members of an assortment are adjacent, in item order; 0 is the character after the slash.
 */
export interface MemberKey {
  readonly item_id: string;
  readonly member_id: string;
}

/** A part of an assortment in item order. */
interface MemberRange {
  readonly assortmentId: string;
  readonly afterItemId: string;
  readonly limit: number;
}

export async function listMemberKeys(
  db: Database,
  orgId: string,
  { assortmentId, afterItemId, limit }: MemberRange,
): Promise<MemberKey[]> {
  return db.query<MemberKey>(sql`
    select split_part(value, '/', 2) as item_id, entity_id as member_id from unique_keys
    where org_id = ${orgId} and entity_type = 'assortment-item' and slug = 'assortmentId+itemId'
      and value > ${`${assortmentId}/${afterItemId}`} and value < ${`${assortmentId}0`}
    order by value limit ${limit}`);
}

// Each of the following queries reads one table by its whole key. A join would be planned with statistics that do not
// cover an assortment that has just been loaded, and took seconds for a thousand members.

/** The members that hold these items. */
export async function findMemberKeys(
  db: Database,
  orgId: string,
  assortmentId: string,
  itemIds: readonly string[],
): Promise<MemberKey[]> {
  const keys = itemIds.map((itemId) => `${assortmentId}/${itemId}`);
  return db.query<MemberKey>(sql`
    select split_part(value, '/', 2) as item_id, entity_id as member_id from unique_keys
    where org_id = ${orgId} and entity_type = 'assortment-item' and slug = 'assortmentId+itemId'
      and value = any(${keys}::text[])
    order by value limit ${itemIds.length}`);
}

export async function findMemberRows(db: Database, orgId: string, memberIds: readonly string[]): Promise<EntityRow[]> {
  return db.query<EntityRow>(sql`
    select ${entityColumns}, properties from entities
    where org_id = ${orgId} and entity_type = 'assortment-item' and id = any(${[...memberIds]}::text[])
    order by id limit ${memberIds.length}`);
}

export async function findMemberVersions(
  db: Database,
  orgId: string,
  memberIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; version: number }>(sql`
    select id, version from entities
    where org_id = ${orgId} and entity_type = 'assortment-item' and id = any(${[...memberIds]}::text[])
    order by id limit ${memberIds.length}`);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** The subset of the items that are options of a family. */
export async function findOptions(db: Database, orgId: string, itemIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id from entities
    where org_id = ${orgId} and entity_type = 'item' and id = any(${[...itemIds]}::text[])
      and properties ->> 'itemFamilyId' <> id
    order by id limit ${itemIds.length}`);
  return new Set(rows.map(({ id }) => id));
}

/** The project items of the project, by item. */
export async function findProjectItems(
  db: Database,
  orgId: string,
  projectId: string,
  itemIds: readonly string[],
): Promise<Map<string, string>> {
  const keys = itemIds.map((itemId) => `${projectId}/${itemId}`);
  const rows = await db.query<{ item_id: string; entity_id: string }>(sql`
    select split_part(value, '/', 2) as item_id, entity_id from unique_keys
    where org_id = ${orgId} and entity_type = 'project-item' and slug = 'projectId+itemId'
      and value = any(${keys}::text[])
    order by value limit ${itemIds.length}`);
  return new Map(rows.map(({ item_id, entity_id }) => [item_id, entity_id]));
}

/** The assortments that are composed from one of these. The collation is explained at findReferrers. */
export async function findComposites(
  db: Database,
  orgId: string,
  sourceIds: readonly string[],
  limit: number,
): Promise<EntityRow[]> {
  const containments = sourceIds.map((id) => JSON.stringify({ composedFromAssortmentIds: [id] }));
  return db.query<EntityRow>(sql`
    select ${entityColumns}, properties from entities
    where org_id = ${orgId} and entity_type = 'assortment' and id in (
      select found.id from unnest(${containments}::jsonb[]) as w (containment)
      cross join lateral (
        select entity_type, id from entities
        where org_id = ${orgId}::text collate "default" and properties @> w.containment offset 0
      ) as found
      where found.entity_type = 'assortment')
    order by id limit ${limit}`);
}
