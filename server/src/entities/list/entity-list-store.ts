import type { ListField } from "../../lists/list-field.ts";
import type { ListOrder, OrderTerm } from "../../lists/list-order.ts";
import type { Position } from "../../lists/page-key.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { BoundedRows } from "../../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database } from "../../platform/database/database.ts";
import { oneRow, type SqlStatement, sql } from "../../platform/database/sql.ts";
import type { EntityRow } from "../model/entity.ts";
import { type EntityTextRow, entityColumns } from "../model/entity-store.ts";
import { indexHint } from "./condition-sql-store.ts";
import { orderSql } from "./field-sql-store.ts";
import { allOf } from "./rights-sql-store.ts";

/** A row with the values of the order, as a JSON list of texts for the page key. */
export interface ListedRow extends EntityTextRow {
  readonly order_values: string | null;
}

/**
 * The segments in which a list is read. Ordered by a field without an index, it is one segment, so that the value is
 * extracted once per row. With an index on the first field, first the rows with a value of it, in index order, then the
 * rows without one, by the other fields and id.
 */
export type Stretch = "by-id" | "by-value" | "with-value" | "without-value";

/** The rows of a list, starting at a position. */
export interface RowQuery {
  readonly orgId: string;
  readonly entityType: string;
  /** The caller's rights, criteria and search words. */
  readonly where: SqlStatement;
  readonly order: ListOrder;
  readonly stretch: Stretch;
  readonly after: Position | undefined;
  readonly limit: number;
  /** The requested properties; undefined for all. */
  readonly slugs: readonly string[] | undefined;
  readonly budget: Budget;
}

/** Scans in list order until the page is full. For a condition that no index narrows. */
export async function walkRows(db: BoundedDatabase, query: RowQuery): Promise<BoundedRows<ListedRow>> {
  const statement = sql`
    select ${columnsOf(query)} from (
      select * from entities where ${rangeOf(query)} and ${query.where} order by ${orderOf(query)} limit ${query.limit}
    ) page
    order by ${orderOf(query)}`;
  return db.queryWithin<ListedRow>(statement, query.budget);
}

/** Scans only the first rows of the range, which is fast for a condition that many rows meet. */
export async function walkFirstRows(
  db: BoundedDatabase,
  query: RowQuery,
  rowsMax: number,
): Promise<BoundedRows<ListedRow>> {
  const statement = sql`
    select ${columnsOf(query)} from (
      select * from entities where ${rangeOf(query)} order by ${orderOf(query)} limit ${rowsMax}
    ) first_rows
    where ${query.where} order by ${orderOf(query)} limit ${query.limit}`;
  return db.queryWithin<ListedRow>(statement, query.budget);
}

/**
 * Finds all rows that meet the condition, then sorts them. The planner must not see the limit: it has poor statistics
 * for JSON, expects to find enough rows early in an ordered scan, and scans everything if there are few. Only the rows
 * of the page are converted to text, which costs more than finding them.
 */
export async function findRows(db: BoundedDatabase, query: RowQuery): Promise<BoundedRows<ListedRow>> {
  const statement = sql`
    select ${columnsOf(query)} from (
      select * from (
        select * from entities where ${rangeOf(query)} and ${query.where} offset 0
      ) found
      order by ${orderOf(query)} limit ${query.limit}
    ) page
    order by ${orderOf(query)}`;
  return db.queryWithin<ListedRow>(statement, query.budget);
}

/** The same if at most rowsMax rows meet the condition; otherwise undefined, without reading all of them. */
export async function findFewRows(
  db: BoundedDatabase,
  query: RowQuery,
  rowsMax: number,
): Promise<BoundedRows<ListedRow> | undefined> {
  const statement = sql`
    with found as materialized (
      select * from entities where ${rangeOf(query)} and ${query.where} limit ${rowsMax + 1}
    )
    select ${columnsOf(query)}, (select count(*) from found) as found from (
      select * from found order by ${orderOf(query)} limit ${query.limit}
    ) page
    order by ${orderOf(query)}`;
  const found = await db.queryWithin<ListedRow & { readonly found: number }>(statement, query.budget);
  return (found.rows[0]?.found ?? 0) > rowsMax ? undefined : found;
}

export async function countRows(
  db: Database,
  query: Pick<RowQuery, "orgId" | "entityType" | "where">,
): Promise<number> {
  const rows = await db.query<{ total: number }>(sql`
    select count(*) as total from entities
    where org_id = ${query.orgId} and entity_type = ${query.entityType} and ${query.where}`);
  return oneRow(rows).total;
}

/** The ids of all rows that meet the condition, in no order; undefined if there are more than idsMax. */
export async function findFewIds(
  db: Database,
  { orgId, entityType, where }: Pick<RowQuery, "orgId" | "entityType" | "where">,
  idsMax: number,
): Promise<readonly string[] | undefined> {
  const rows = await db.query<{ id: string }>(sql`
    select id from entities where org_id = ${orgId} and entity_type = ${entityType} and ${where} limit ${idsMax + 1}`);
  return rows.length > idsMax ? undefined : rows.map(({ id }) => id);
}

/** Rows of several types by id, for relations. */
export async function findReferredRows(
  db: BoundedDatabase,
  orgId: string,
  references: readonly { readonly entityType: string; readonly id: string }[],
  budget: Budget,
): Promise<BoundedRows<EntityRow>> {
  const types = references.map(({ entityType }) => entityType);
  const ids = references.map(({ id }) => id);
  const statement = sql`
    select ${entityColumns}, properties from entities
    where org_id = ${orgId} and (entity_type, id) in (select * from unnest(${types}::text[], ${ids}::text[]))
    order by entity_type, id limit ${references.length}`;
  return db.queryWithin<EntityRow>(statement, budget);
}

export interface ReferredName {
  readonly id: string;
  readonly type_path: string;
  readonly project_id: string | null;
  readonly name: string | null;
}

/** The names of entities of any of these types, and what the right to read them depends on. */
export async function findReferredNames(
  db: Database,
  orgId: string,
  ids: readonly string[],
  entityTypes: readonly string[],
): Promise<ReferredName[]> {
  return db.query<ReferredName>(sql`
    select id, type_path, project_id, name from entities
    where org_id = ${orgId} and entity_type = any(${entityTypes}::text[]) and id = any(${ids}::text[])
    order by entity_type, id limit ${ids.length * entityTypes.length}`);
}

function columnsOf({ order, stretch, slugs }: RowQuery): SqlStatement {
  const values = order.terms.map(({ field }, index) =>
    stretch === "without-value" && index === 0 ? sql`null` : valueText(field),
  );
  const texts = values.length === 0 ? sql`null` : sql`json_build_array(${commaSeparated(values)})::text`;
  return sql`${entityColumns}, ${propertiesText(slugs)} as properties, ${texts} as order_values`;
}

// Sending a small document whole is cheaper than extracting properties. A compressed document is not small.
const smallDocumentBytes = 2_000;

/** The properties as text. For large documents, only the requested properties. */
function propertiesText(slugs: readonly string[] | undefined): SqlStatement {
  if (slugs === undefined) {
    return sql`properties::text`;
  }
  return slugs.length === 0
    ? sql`'{}'`
    : sql`case when pg_column_size(properties) < ${smallDocumentBytes} and pg_column_compression(properties) is null
      then properties::text else (
        select coalesce(jsonb_object_agg(slug, properties -> slug), '{}')::text
        from unnest(${[...slugs]}::text[]) as slug where properties ? slug
      ) end`;
}

function valueText(field: ListField): SqlStatement {
  return field.ordering === "time"
    ? sql`to_char(${orderSql(field)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`(${orderSql(field)})::text`;
}

function orderOf(query: RowQuery): SqlStatement {
  const terms = termsOf(query).map(({ field, isDescending }, index) => {
    // With nulls first, a descending scan of the index has this order. The segment has no null.
    const nulls = query.stretch === "with-value" && index === 0 ? sql`` : sql`nulls last`;
    return sql`${orderSql(field)} ${directionOf(isDescending)} ${nulls}`;
  });
  return commaSeparated([...terms, sql`id ${directionOf(query.order.isDescending)}`]);
}

function directionOf(isDescending: boolean): SqlStatement {
  return isDescending ? sql`desc` : sql`asc`;
}

/** The fields that order the rows of the segment. */
function termsOf({ order, stretch }: RowQuery): readonly OrderTerm[] {
  return stretch === "without-value" ? order.terms.slice(1) : order.terms;
}

function rangeOf(query: RowQuery): SqlStatement {
  const parts = [sql`org_id = ${query.orgId} and entity_type = ${query.entityType}`, ...stretchOf(query)];
  return allOf(query.after === undefined ? parts : [...parts, behind(query, query.after)]);
}

function stretchOf({ order, stretch }: RowQuery): SqlStatement[] {
  const [first] = order.terms;
  if (first === undefined || stretch === "by-id" || stretch === "by-value") {
    return [];
  }
  const value = orderSql(first.field);
  return stretch === "with-value" ? [...indexHint(first.field), sql`${value} is not null`] : [sql`${value} is null`];
}

function behind(query: RowQuery, { values, id }: Position): SqlStatement {
  const terms = termsOf(query);
  const isValued = query.stretch === "with-value";
  return behindTerms(terms, { ...query.order, values: values.slice(values.length - terms.length), id, isValued });
}

interface Bound extends Position {
  /** Of id. */
  readonly isDescending: boolean;
  /** Whether all rows have a value of the first field. */
  readonly isValued: boolean;
}

/** The rows after the position, compared field by field. A bound on the first field narrows the scan of its index. */
function behindTerms([term, ...rest]: readonly OrderTerm[], bound: Bound): SqlStatement {
  if (term === undefined) {
    return sql`id ${bound.isDescending ? sql`<` : sql`>`} ${bound.id}`;
  }
  const [value, ...values] = bound.values;
  const held = orderSql(term.field);
  const behindRest = () => behindTerms(rest, { ...bound, values, isValued: false });
  if (value === undefined) {
    return sql`(${held} is null and ${behindRest()})`;
  }
  const limit = valueSql(term.field, value);
  const [sign, orEqual] = term.isDescending ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`];
  const behindValue =
    rest.length === 0 && term.isDescending === bound.isDescending
      ? sql`(${held}, id) ${sign} (${limit}, ${bound.id})`
      : sql`(${held} ${orEqual} ${limit} and (${held} ${sign} ${limit} or ${behindRest()}))`;
  return bound.isValued ? behindValue : sql`(${behindValue} or ${held} is null)`;
}

function valueSql({ ordering }: ListField, value: string): SqlStatement {
  switch (ordering) {
    case "number":
      return sql`${value}::numeric`;
    case "time":
      return sql`${value}::timestamptz`;
    case "option":
      return sql`${value}::integer`;
    case "any":
      return sql`${value}::jsonb`;
    case "text":
    case "none":
      return sql`${value}::text collate "C"`;
  }
}

function commaSeparated([first = sql``, ...rest]: readonly SqlStatement[]): SqlStatement {
  return rest.reduce((before, part) => sql`${before}, ${part}`, first);
}
