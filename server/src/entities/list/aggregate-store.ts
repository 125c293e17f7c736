import type { DatePart } from "@weft/contract";
import type { ListField } from "../../lists/list-field.ts";
import type { Aggregation, Grouping, Metric } from "../../lists/read-aggregation.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { identifier, type SqlStatement, sql } from "../../platform/database/sql.ts";
import { columnSql, numberSql } from "./field-sql-store.ts";
import { rightsSql } from "./rights-sql-store.ts";

export interface GroupQuery {
  readonly orgId: string;
  readonly entityType: string;
  /** The caller's rights, criteria and search words. */
  readonly where: SqlStatement;
  readonly aggregation: Aggregation;
  readonly limit: number;
}

export interface GroupRow {
  readonly entities: number;
  readonly total_groups: number;
  /** The value of each grouping: numbers, booleans and scalars as JSON, everything else as text. */
  readonly keys: readonly (string | null)[];
  /** The upper ends of bands. */
  readonly ends: readonly (string | null)[];
  /** Numbers as JSON, times as text. */
  readonly metrics: readonly (string | null)[];
}

/** The statement says everything that its result depends on, except for the entities: rights, criteria and groups. */
export function groupsSql(query: GroupQuery): SqlStatement {
  const { groupings, metrics } = query.aggregation;
  return sql`
    select entities, count(*) over () as total_groups, ${textsSql(groupings.map(keyText))} as keys,
      ${textsSql(groupings.map(endText))} as ends, ${textsSql(metrics.map(metricText))} as metrics
    from (${groupedSql(query)}) grouped
    order by ${groupOrderSql(query.aggregation)} limit ${query.limit}`;
}

export async function findGroups(tx: Transaction, statement: SqlStatement): Promise<GroupRow[]> {
  // Without statistics on properties, the planner expects a group per row, and would not scan in parallel because of the
  // cost of passing them on.
  const [, rows = []] = await tx.queryAll<GroupRow>([sql`set local parallel_tuple_cost = 0`, statement]);
  return rows;
}

function groupedSql({ orgId, entityType, where, aggregation: { groupings, metrics } }: GroupQuery): SqlStatement {
  const keys = groupings.flatMap(keyColumns);
  const columns = [...keys, sql`count(*) as entities`, ...metrics.map(metricColumn)];
  // By position: the expression of a column has values, and a second copy of them would be another expression.
  const groupBy = [sql``, sql`group by 1`, sql`group by 1, 2`, sql`group by 1, 2, 3`, sql`group by 1, 2, 3, 4`];
  return sql`select ${listed(columns)} from entities ${joined(groupings.map(elementsSql))}
    where org_id = ${orgId} and entity_type = ${entityType} and ${where} ${groupBy[keys.length]}`;
}

function joined(parts: readonly SqlStatement[]): SqlStatement {
  return parts.reduce((before, part) => sql`${before}${part}`, sql``);
}

function listed([first = sql``, ...rest]: readonly SqlStatement[]): SqlStatement {
  return rest.reduce((before, part) => sql`${before}, ${part}`, first);
}

function textsSql(texts: readonly SqlStatement[]): SqlStatement {
  return sql`array[${listed(texts)}]::text[]`;
}

function keyName(index: number): SqlStatement {
  return identifier(`key${index}`);
}

function typeOfKey(index: number): SqlStatement {
  return identifier(`type${index}`);
}

function metricName(index: number): SqlStatement {
  return identifier(`metric${index}`);
}

/** A value that rights hide is absent, as in the entities of a list. */
function shownSql({ shownBy }: ListField, value: SqlStatement): SqlStatement {
  return shownBy === "all" ? value : sql`(case when ${rightsSql(shownBy)} then ${value} end)`;
}

/** Longer texts with the same beginning are one group, so that a response is small. No number has more digits. */
const textMax = 400;

/** The beginning, of textMax. A cast leaves short texts as they are; left() copies them, a tenth of an aggregate's time. */
function shortenedSql(text: SqlStatement): SqlStatement {
  return sql`(${text})::varchar(400)::text collate "C"`;
}

/** The columns by which a grouping groups: its key, and for a scalar also the type of its JSON. */
function keyColumns(grouping: Grouping, index: number): SqlStatement[] {
  const { field, form } = grouping;
  const key = sql`${keySql(grouping, index)} as ${keyName(index)}`;
  const type = sql`nullif(jsonb_typeof(properties -> ${field.name}::text), 'null')`;
  return form.kind === "scalar" ? [key, sql`${shownSql(field, type)} as ${typeOfKey(index)}`] : [key];
}

function keySql({ field, form }: Grouping, index: number): SqlStatement {
  switch (form.kind) {
    case "text":
    case "scalar":
      return shownSql(field, shortenedSql(plainTextSql(field)));
    case "number":
      return shownSql(field, numberSql(field));
    case "band":
      return shownSql(field, bandSql(field, form.width));
    case "boolean":
      return shownSql(
        field,
        sql`case when jsonb_typeof(properties -> ${field.name}::text) = 'boolean'
        then properties ->> ${field.name}::text end`,
      );
    case "date":
      return shownSql(field, datePartSql(field, form.part));
    case "elements":
      return shortenedSql(elementName(index));
  }
}

function plainTextSql(field: ListField): SqlStatement {
  return field.place === "column" ? columnSql(field.name) : sql`(properties ->> ${field.name}::text)`;
}

/** Exact, which a rounded quotient would not be. The remainder of a negative number is negative. */
function bandSql(field: ListField, width: string): SqlStatement {
  const number = numberSql(field);
  return sql`(${number} - mod(mod(${number}, ${width}::numeric) + ${width}::numeric, ${width}::numeric))`;
}

const charactersOfPart: Readonly<Record<Exclude<DatePart, "quarter">, number>> = { year: 4, month: 7, day: 10 };

/** Of 2026-03-15: 2026, 2026-Q1, 2026-03 or 2026-03-15. */
function datePartSql(field: ListField, part: DatePart): SqlStatement {
  const date = dateTextSql(field);
  return part === "quarter"
    ? sql`(left(${date}, 4) || '-Q' || case when substr(${date}, 6, 2) < '04' then '1' when substr(${date}, 6, 2) < '07' then '2'
        when substr(${date}, 6, 2) < '10' then '3' else '4' end) collate "C"`
    : sql`left(${date}, ${charactersOfPart[part]}) collate "C"`;
}

/** A property that was defined as a date later may hold other texts, which have no month. */
function dateTextSql(field: ListField): SqlStatement {
  const text = plainTextSql(field);
  return field.place === "column"
    ? sql`to_char(${text} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`(case when ${text} like '____-__-__%' then left(${text}, ${textMax}) end)`;
}

function elementName(index: number): SqlStatement {
  return identifier(`element${index}`);
}

/** An entity without elements has one row, with null. */
function elementsSql({ field, form }: Grouping, index: number): SqlStatement {
  if (form.kind !== "elements") {
    return sql``;
  }
  const list = sql`case when jsonb_typeof(properties -> ${field.name}::text) = 'array'
    then properties -> ${field.name}::text end`;
  return sql` left join lateral jsonb_array_elements_text(${shownSql(field, list)})
    as ${identifier(`elements${index}`)} (${elementName(index)}) on true`;
}

/** The key in its type, by which groups are ordered. */
function keyValue({ form }: Grouping, index: number): SqlStatement {
  const key = keyName(index);
  return form.kind === "scalar"
    ? sql`(case when ${typeOfKey(index)} in ('number', 'boolean') then ${key}::jsonb when ${key} is not null then to_jsonb(${key}) end)`
    : key;
}

function keyText(grouping: Grouping, index: number): SqlStatement {
  const { kind } = grouping.form;
  const value = keyValue(grouping, index);
  return kind === "number" || kind === "band" ? sql`trim_scale(${value})::text` : sql`${value}::text`;
}

function endText({ form }: Grouping, index: number): SqlStatement {
  return form.kind === "band" ? sql`trim_scale(${keyName(index)} + ${form.width}::numeric)::text` : sql`null`;
}

function metricColumn(metric: Metric, index: number): SqlStatement {
  return sql`${metricSql(metric)} as ${metricName(index)}`;
}

function metricSql(metric: Metric): SqlStatement {
  const { field } = metric;
  if (metric.function === "count") {
    return sql`count(${shownSql(field, presentSql(field))})`;
  }
  const value = isNumeric(metric) ? numberSql(field) : sql`(${dateTextSql(field)} collate "C")`;
  return sql`${functions[metric.function]}(${shownSql(field, value)})`;
}

/** Null if the field is absent. */
function presentSql(field: ListField): SqlStatement {
  switch (field.place) {
    case "column":
      return columnSql(field.name);
    case "properties":
      return sql`(properties -> ${field.name}::text)`;
    case "computed":
      return numberSql(field);
  }
}

const functions = { sum: sql`sum`, avg: sql`avg`, min: sql`min`, max: sql`max` } as const;

/** The numbers of JSON in a response; dates and times are texts. */
export function isNumeric({ function: asked, field: { valueType } }: Metric): boolean {
  return asked === "count" || (valueType !== "date" && valueType !== "time");
}

function metricText(metric: Metric, index: number): SqlStatement {
  return isNumeric(metric) && metric.function !== "count"
    ? sql`trim_scale(${metricName(index)})::text`
    : sql`${metricName(index)}::text`;
}

/** Ties by the groupings, in their order, so that a response is the same each time. */
function groupOrderSql({ groupings, metrics, order: { by, direction } }: Aggregation): SqlStatement {
  const sign = direction === "desc" ? sql`desc` : sql`asc`;
  const chosen = [
    ...(by === "count" ? [sql`entities ${sign}`] : []),
    ...metrics.flatMap((metric, index) => (metric === by ? [sql`${metricName(index)} ${sign} nulls last`] : [])),
    ...groupings.flatMap((grouping, index) => (grouping === by ? [keyOrder(grouping, index, sign)] : [])),
  ];
  return listed([...chosen, ...groupings.map((grouping, index) => keyOrder(grouping, index, sql`asc`))]);
}

/** Options in the order of their set, other values of the property after them. */
function keyOrder(grouping: Grouping, index: number, sign: SqlStatement): SqlStatement {
  const { options } = grouping.field;
  const place = sql`array_position(${options}::text[], ${keyName(index)}) ${sign} nulls last, `;
  return sql`${options.length === 0 ? sql`` : place}${keyValue(grouping, index)} ${sign} nulls last`;
}
