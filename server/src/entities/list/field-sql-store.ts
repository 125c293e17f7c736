import type { SystemField } from "@weft/contract";
import { type CountedProperties, emptyValues } from "../../entity-types/completeness.ts";
import type { ListField } from "../../lists/list-field.ts";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { allOf, belowSql, rightsSql } from "./rights-sql-store.ts";
import type { ConditionUse, FindUse } from "./selectivity.ts";

/**
 * The columns and expressions of fields. Slugs are always bound; PostgreSQL plans each list with its values, so
 * expression indexes are still used.
 */
const columns: Readonly<Record<SystemField, SqlStatement>> = {
  id: sql`id`,
  entityType: sql`entity_type`,
  typePath: sql`type_path`,
  name: sql`name`,
  federatedId: sql`federated_id`,
  createdOn: sql`created_on`,
  updatedOn: sql`updated_on`,
  createdById: sql`created_by_id`,
  updatedById: sql`updated_by_id`,
  version: sql`version`,
};

export function columnSql(name: SystemField): SqlStatement {
  return columns[name];
}

/** The whole text of the field; for a property that does not hold a text, its JSON. */
export function textSql(field: ListField): SqlStatement {
  return field.place === "column"
    ? sql`(${columnSql(field.name)} collate "C")`
    : sql`((properties ->> ${field.name}::text) collate "C")`;
}

export function numberSql(field: ListField): SqlStatement {
  switch (field.place) {
    case "column":
      return sql`(${columnSql(field.name)}::numeric)`;
    case "properties":
      return numberOfProperty(field.name);
    case "computed":
      return completenessSql(field.counted);
  }
}

export function placeSql(field: ListField): SqlStatement {
  return sql`array_position(${field.options}::text[], properties ->> ${field.name}::text)`;
}

/**
 * The sort expression of a list. Texts sort by their first 100 characters, because index rows and page keys are limited
 * in size and properties are not. Null if the entity has no value.
 */
export function orderSql(field: ListField): SqlStatement {
  switch (field.ordering) {
    case "text":
      return field.place === "column" ? sql`(left(${columnSql(field.name)}, 100) collate "C")` : prefixSql(field.name);
    case "number":
      return numberSql(field);
    case "time":
      return field.place === "column" ? columnSql(field.name) : prefixSql(field.name);
    case "option":
      return placeSql(field);
    case "any":
    case "none":
      return anySql(field.name);
  }
}

export const orderedCharactersMax = 100;

/** The expression of the index on a searchable text. */
export function prefixSql(slug: string): SqlStatement {
  return sql`(left(properties ->> ${slug}::text, 100) collate "C")`;
}

export function isOfTypeSql(slug: string, type: "string" | "number"): SqlStatement {
  return sql`jsonb_typeof(properties -> ${slug}::text) = ${type}`;
}

/** The expression of the index on a searchable number. */
function numberOfProperty(slug: string): SqlStatement {
  return sql`(case when jsonb_typeof(properties -> ${slug}::text) = 'number' then (properties -> ${slug}::text)::numeric end)`;
}

/** Texts, then numbers, then false and true, in jsonb order; lists and objects as their JSON text. */
function anySql(slug: string): SqlStatement {
  return sql`(case jsonb_typeof(properties -> ${slug}::text)
    when 'number' then properties -> ${slug}::text
    when 'boolean' then properties -> ${slug}::text
    else to_jsonb(left(properties ->> ${slug}::text, 100)) end)`;
}

/** True if the field is one of the values, or contains one as JSON. */
export function includesSql(field: ListField, values: readonly JsonValue[], use: ConditionUse): SqlStatement {
  if (field.place === "computed") {
    return sql`${numberSql(field)} = any(${values}::numeric[])`;
  }
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
export function foundSql(documents: readonly object[], { orgId, entityType }: FindUse): SqlStatement {
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

/** The completeness of a row, by the rules of completenessOf. Null if no property counts. */
function completenessSql(counted: readonly CountedProperties[]): SqlStatement {
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
