import type { Database, Transaction } from "../platform/database/database.ts";
import { identifier, oneRow, type SqlStatement, sql, typeName } from "../platform/database/sql.ts";
import type { CatalogTable, SequenceState } from "./table-catalog-store.ts";

/** The values of a primary key as texts. */
export type RowKey = readonly string[];

/**
 * All values as texts that every server reads back as the same values: with microseconds, the shortest exact digits, and
 * times in UTC. A copy takes as long as it takes.
 */
export async function useExactTexts(tx: Transaction): Promise<void> {
  await tx.queryAll([
    sql`set local timezone = 'UTC'`,
    sql`set local datestyle = 'ISO, YMD'`,
    sql`set local intervalstyle = 'postgres'`,
    sql`set local extra_float_digits = 3`,
    sql`set local bytea_output = 'hex'`,
    sql`set local statement_timeout = 0`,
    sql`set local idle_in_transaction_session_timeout = 0`,
  ]);
}

/**
 * Writes also where the database is closed for others. Must be the first statement. Citus refuses a transaction that
 * changes reference tables after it has changed distributed ones in parallel.
 */
export async function allowWrites(tx: Transaction): Promise<void> {
  await tx.query(sql`set transaction read write`);
  await tx.query(sql`set local citus.multi_shard_modify_mode = 'sequential'`);
}

/** A crash of the server may lose the last commits, but never only a part of one. */
export async function commitLazily(tx: Transaction): Promise<void> {
  await tx.query(sql`set local synchronous_commit = off`);
}

interface PageInput {
  /** The key of the last row before the page. */
  readonly after: RowKey | undefined;
  readonly rowsMax: number;
}

/**
 * The next rows in the order of the primary key, each as a JSON array of texts and nulls: as many as fit the bytes, and
 * at least one.
 */
export async function readRows(
  db: Database,
  table: CatalogTable,
  { after, rowsMax, bytesMax }: PageInput & { readonly bytesMax: number },
): Promise<string[]> {
  const keys = table.key.map((_, place) => identifier(`k${place}`));
  const rows = await db.query<{ line: string }>(sql`
    select line from (
      select line, ${list(keys)},
        sum(octet_length(line)) over (order by ${list(keys)} rows unbounded preceding) - octet_length(line) as bytes_before
      from (${page(table, { after, rowsMax }, exactLine(table))}) as page
    ) as sized
    where bytes_before < ${bytesMax} order by ${list(keys)}`);
  return rows.map(({ line }) => line);
}

/** The next rows, each as a JSON array of its key and the digest of all of its values. */
export async function readDigests(db: Database, table: CatalogTable, input: PageInput): Promise<string[]> {
  const keys = table.key.map((name) => sql`t.${identifier(name)}::text`);
  const digest = sql`encode(sha256(convert_to(${exactLine(table)}, 'UTF8')), 'hex')`;
  const rows = await db.query<{ line: string }>(sql`
    select line from (${page(table, input, sql`to_json(array[${list(keys)}, ${digest}])::text`)}) as page
    order by ${list(table.key.map((_, place) => identifier(`k${place}`)))}`);
  return rows.map(({ line }) => line);
}

function exactLine({ columns }: CatalogTable): SqlStatement {
  return sql`to_json(array[${list(columns.map(({ name }) => sql`t.${identifier(name)}::text`))}])::text`;
}

function page({ name, columns, key }: CatalogTable, { after, rowsMax }: PageInput, line: SqlStatement): SqlStatement {
  const own = key.map((column) => sql`t.${identifier(column)}`);
  const named = key.map((column, place) => sql`t.${identifier(column)} as ${identifier(`k${place}`)}`);
  const typeOf = (column: string) => typeName(columns.find((one) => one.name === column)?.type ?? "");
  const values = key.map((column, place) => sql`${after?.[place]}::text::${typeOf(column)}`);
  const follows = after === undefined ? sql`` : sql`where (${list(own)}) > (${list(values)})`;
  return sql`
    select ${line} as line, ${list(named)} from ${identifier(name)} as t ${follows}
    order by ${list(own)} limit ${rowsMax}`;
}

export async function insertRows(tx: Transaction, table: CatalogTable, lines: readonly string[]): Promise<void> {
  const { name, columns, hasIdentity } = table;
  const values = columns.map(({ type }, place) => sql`(line ->> ${place}::integer)::${typeName(type)}`);
  await tx.query(sql`
    insert into ${identifier(name)} (${list(columns.map((column) => identifier(column.name)))})
    ${hasIdentity ? sql`overriding system value` : sql``}
    select ${list(values)} from jsonb_array_elements(${`[${lines.join(",")}]`}::jsonb) as lines (line)`);
}

export async function deleteRows(tx: Transaction, { name }: CatalogTable): Promise<void> {
  await tx.query(sql`delete from ${identifier(name)}`);
}

export async function hasRows(db: Database, { name }: Pick<CatalogTable, "name">): Promise<boolean> {
  return (await db.query(sql`select 1 from ${identifier(name)} limit 1`)).length > 0;
}

export async function readSequence(db: Database, name: string): Promise<SequenceState> {
  return oneRow(
    await db.query<SequenceState>(sql`
      select ${name} as name, last_value::text as "lastValue", is_called as "isCalled" from ${identifier(name)}`),
  );
}

export async function setSequence(tx: Transaction, { name, lastValue, isCalled }: SequenceState): Promise<void> {
  await tx.query(sql`select setval(${name}::regclass, ${lastValue}::text::bigint, ${isCalled})`);
}

/** Without it, the first statements on the copy would be planned for empty tables. */
export async function analyze(db: Database, { name }: Pick<CatalogTable, "name">): Promise<void> {
  await db.query(sql`analyze ${identifier(name)}`);
}

function list(parts: readonly SqlStatement[]): SqlStatement {
  return parts.reduce((before, part) => sql`${before}, ${part}`);
}
