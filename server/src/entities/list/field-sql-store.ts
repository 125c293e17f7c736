import type { SystemField } from "@weft/contract";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";
import type { ListField } from "./list-field.ts";

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
  return field.place === "column" ? sql`(${columnSql(field.name)}::numeric)` : numberOfProperty(field.name);
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
