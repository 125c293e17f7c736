import { type CountedProperties, emptyValues } from "../../entity-types/completeness.ts";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";
import { allOf, belowSql, rightsSql } from "./rights-sql-store.ts";

/** The completeness of a row, by the rules of completenessOf. Null if no property counts. */
export function completenessSql(counted: readonly CountedProperties[]): SqlStatement {
  const filled = sumOf(counted.map((group) => ifCountedSql(group, filledSql(group))));
  const all = sumOf(counted.map((group) => ifCountedSql(group, sql`${group.slugs.length}::integer`)));
  return counted.length === 0 ? sql`(null::numeric)` : sql`((100 * (${filled}) / nullif(${all}, 0))::numeric)`;
}

function sumOf(parts: readonly SqlStatement[]): SqlStatement {
  return parts.reduce((before, part) => sql`${before} + ${part}`, sql`0`);
}

function ifCountedSql({ typePath, isOfOptions, shownBy }: CountedProperties, count: SqlStatement): SqlStatement {
  const conditions = [
    ...(typePath.includes(":") ? [belowSql(typePath)] : []),
    ...(isOfOptions ? [sql`properties ->> 'itemFamilyId' is distinct from id`] : []),
    ...(shownBy === "all" ? [] : [rightsSql(shownBy)]),
  ];
  return conditions.length === 0 ? count : sql`case when ${allOf(conditions)} then ${count} else 0 end`;
}

function filledSql({ slugs }: CountedProperties): SqlStatement {
  return sql`(select count(*) from unnest(${[...slugs]}::text[]) as slug
    where properties -> slug <> all(${[...emptyValues]}::jsonb[]))`;
}
