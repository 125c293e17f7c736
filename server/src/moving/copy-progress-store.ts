import type { Database, Transaction } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";
import type { RowKey } from "./table-rows-store.ts";

/** How much of a table has been copied. Kept in the target, and committed with the rows. */
export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  readonly lastKey: RowKey | null;
  readonly isCopied: boolean;
  readonly isCompared: boolean;
}

export async function createCopyRecord(tx: Transaction): Promise<void> {
  await tx.query(sql`
    create table if not exists copied_tables (
      name text primary key, rows bigint not null, last_key text[], is_copied boolean not null,
      is_compared boolean not null default false)`);
  await tx.query(sql`delete from copied_tables`);
}

export async function listCopied(db: Database): Promise<CopiedTable[]> {
  return db.query<CopiedTable>(sql`
    select name, rows, last_key as "lastKey", is_copied as "isCopied", is_compared as "isCompared"
    from copied_tables order by name limit 10000`);
}

export async function noteCopied(tx: Transaction, table: Omit<CopiedTable, "isCompared">): Promise<void> {
  const { name, rows, lastKey, isCopied } = table;
  await tx.query(sql`
    insert into copied_tables (name, rows, last_key, is_copied) values (${name}, ${rows}, ${lastKey}, ${isCopied})
    on conflict (name) do update set rows = excluded.rows, last_key = excluded.last_key, is_copied = excluded.is_copied`);
}

export async function noteCompared(tx: Transaction, name: string): Promise<void> {
  await tx.query(sql`update copied_tables set is_compared = true where name = ${name}`);
}

export async function dropCopyRecord(tx: Transaction): Promise<void> {
  await tx.query(sql`drop table if exists copied_tables, database_closure`);
}
