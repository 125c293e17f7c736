import type { TypeRight } from "../../access/decide.ts";
import type { Database } from "../../platform/database/database.ts";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";
import { allOf, anyOf, rightsSql } from "./rights-sql-store.ts";
import type { FilterSql, ListFilter } from "./where-sql-store.ts";

interface FamilyQuery extends Pick<ListFilter, "rights" | "orderFields"> {
  readonly orgId: string;
  /** The items that the list would contain without nesting. */
  readonly matching: FilterSql;
}

/**
 * The families of which an item matches: the family itself or an option. Every item has the id of its family, a family its
 * own. In a scan, the families of all matching items are looked up only if a family does not match itself.
 */
export function familyFilterSql({ orgId, rights, orderFields, matching }: FamilyQuery): FilterSql {
  const isShown = orderFields.flatMap(({ shownBy }) => (shownBy === "all" ? [] : [rightsSql(shownBy)]));
  const isFamily = allOf([sql`properties ->> 'itemFamilyId' = id`, rightsSql(rights), ...isShown]);
  return {
    walk: allOf([isFamily, anyOf([sql`(${matching.walk})`, sql`id in (${familyIdsSql(orgId, matching.walk)})`])]),
    find: allOf([isFamily, sql`id = any(array(${familyIdsSql(orgId, matching.find)}))`]),
  };
}

function familyIdsSql(orgId: string, where: SqlStatement): SqlStatement {
  return sql`select properties ->> 'itemFamilyId' from entities
    where org_id = ${orgId} and entity_type = 'item' and ${where}`;
}

/** What a family has below it: only options that the caller may read. */
export interface FamilyRow {
  readonly family_id: string;
  /** Whether the family itself matches. */
  readonly is_match: boolean;
  readonly options: number;
  readonly matching_options: number;
  /** The first options, by id. */
  readonly option_ids: readonly string[];
  /** The first options that match. */
  readonly matching_ids: readonly string[];
}

interface OptionQuery {
  readonly orgId: string;
  readonly rights: readonly TypeRight[];
  readonly familyIds: readonly string[];
  /** Decides which options match. */
  readonly where: SqlStatement;
  /** Of each family. */
  readonly optionsMax: number;
}

export async function findFamilies(db: Database, query: OptionQuery): Promise<FamilyRow[]> {
  const { orgId, rights, familyIds, where, optionsMax } = query;
  const documents = familyIds.map((itemFamilyId) => JSON.stringify({ itemFamilyId }));
  return db.query<FamilyRow>(sql`
    select family_id, coalesce(bool_or(is_match) filter (where id = family_id), false) as is_match,
      count(*) filter (where id <> family_id) as options,
      count(*) filter (where id <> family_id and is_match) as matching_options,
      coalesce((array_agg(id order by id) filter (where id <> family_id))[1:${optionsMax}::integer], '{}') as option_ids,
      coalesce((array_agg(id order by id) filter (where id <> family_id and is_match))[1:${optionsMax}::integer], '{}')
        as matching_ids
    from (
      select id, properties ->> 'itemFamilyId' as family_id, (${where}) is true as is_match from entities
      where org_id = ${orgId} and entity_type = 'item' and ${rightsSql(rights)} and id = any(array(
        select found.id from unnest(${documents}::jsonb[]) document cross join lateral (
          select id from entities where org_id = ${orgId} and entity_type = 'item' and properties @> document offset 0
        ) found))
    ) items
    group by family_id order by family_id limit ${familyIds.length}`);
}
