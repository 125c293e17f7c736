import { type SqlStatement, sql } from "../../platform/database/sql.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { ConditionUse, FindUse } from "./condition-use.ts";
import { columnSql } from "./field-sql-store.ts";
import type { ListField } from "./list-field.ts";

/** True if the field is one of the values, or contains one as JSON. */
export function includesSql(field: ListField, values: readonly JsonValue[], use: ConditionUse): SqlStatement {
  if (field.place === "column") {
    const list = field.valueType === "number" ? sql`${values}::numeric[]` : sql`${values}::text[]`;
    return sql`${columnSql(field.name)} = any(${list})`;
  }
  if (use.purpose === "find" && (use.isAlternative || values.length > 1)) {
    return foundSql(
      values.map((value) => ({ ...use.given, [field.name]: value })),
      use,
    );
  }
  return values.length === 1
    ? sql`properties @> ${JSON.stringify({ [field.name]: values[0] })}::jsonb`
    : checkedSql(field.name, values);
}

/**
 * Looks up each document once, then fetches the rows by id. The planner alone estimates a hundredth of the table for
 * each and soon prefers to check every row against every document.
 */
function foundSql(documents: readonly object[], { orgId, entityType }: FindUse): SqlStatement {
  const texts = documents.map((document) => JSON.stringify(document));
  return sql`id = any(array(
    select found.id from unnest(${texts}::jsonb[]) document cross join lateral (
      select id from entities
      where org_id = ${orgId} and entity_type = ${entityType} and properties @> document offset 0
    ) found))`;
}

/** Many values cost little more per row than one: PostgreSQL hashes them. */
function checkedSql(slug: string, values: readonly JsonValue[]): SqlStatement {
  const scalars = values.filter((value) => typeof value !== "object");
  const others = values.filter((value) => typeof value === "object");
  const isScalar = sql`properties -> ${slug}::text = any(${scalars.map((value) => JSON.stringify(value))}::jsonb[])`;
  const documents = others.map((value) => JSON.stringify({ [slug]: value }));
  return sql`(${isScalar} or properties @> any(${documents}::jsonb[]))`;
}
