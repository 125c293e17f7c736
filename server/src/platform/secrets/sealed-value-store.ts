import pg from "pg";
import type { Database, Transaction } from "../database/database.ts";
import { oneRow, type SqlStatement } from "../database/sql.ts";
import type { SealedTable } from "./sealed-table.ts";

export interface SealedRow {
  /** Its primary key, as text. */
  readonly key: readonly string[];
  /** In the order of the table's columns. */
  readonly values: readonly (Buffer | null)[];
}

export interface SealedValue {
  readonly key: readonly string[];
  readonly sealed: Buffer;
}

type Columns = Pick<SealedTable, "table" | "columns" | "key">;

// The names in these statements are constants of the code, and the only parts of a text that are not values.
const name = (text: string) => pg.escapeIdentifier(text);

/** Rows with a sealed value, in the order of their primary key. */
export async function listSealedRows(
  db: Database,
  table: Columns,
  { after, limit }: { readonly after: readonly string[] | undefined; readonly limit: number },
): Promise<SealedRow[]> {
  const keys = Object.entries(table.key);
  const names = keys.map(([column]) => name(column)).join(", ");
  const from = keys.map(([, type], index) => `$${index + 2}::${type}`).join(", ");
  const rows = await db.query<Record<string, Buffer | null> & { key: string[] }>({
    text: `/* of all orgs: rotation of the secret */ select array[${keys.map(([column]) => `${name(column)}::text`).join(", ")}] as key,
        ${table.columns.map((column, index) => `${name(column)} as value_${index}`).join(", ")}
      from ${name(table.table)}
      where ${isSealed(table)}${after === undefined ? "" : ` and (${names}) > (${from})`}
      order by ${names} limit $1`,
    values: [limit, ...(after ?? [])],
  });
  return rows.map((row) => ({ key: row.key, values: table.columns.map((_, index) => row[`value_${index}`] ?? null) }));
}

export async function countSealedRows(db: Database, table: Columns): Promise<number> {
  const rows = await db.query<{ count: number }>({
    text: `/* of all orgs: rotation of the secret */ select count(*) as count from ${name(table.table)} where ${isSealed(table)}`,
    values: [],
  });
  return oneRow(rows).count;
}

/** Replaces values that are still the same: a value that was saved in the meantime stays. */
export async function replaceSealedValues(
  tx: Transaction,
  table: Columns,
  column: string,
  values: readonly (SealedValue & { readonly next: Buffer })[],
): Promise<void> {
  const keys = Object.entries(table.key);
  const statement: SqlStatement = {
    text: `/* of all orgs: rotation of the secret */ update ${name(table.table)} as t set ${name(column)} = changed.next
      from (select unnest($1::bytea[]) as before, unnest($2::bytea[]) as next,
        ${keys.map(([key], index) => `unnest($${index + 3}::text[]) as ${name(key)}`).join(", ")}) as changed
      where t.${name(column)} = changed.before
        and ${keys.map(([key, type]) => `t.${name(key)} = changed.${name(key)}::${type}`).join(" and ")}`,
    values: [
      values.map(({ sealed }) => sealed),
      values.map(({ next }) => next),
      ...keys.map((_, index) => values.map(({ key }) => key[index] ?? "")),
    ],
  };
  await tx.query(statement);
}

function isSealed({ columns }: Columns): string {
  return `(${columns.map((column) => `${name(column)} is not null`).join(" or ")})`;
}
