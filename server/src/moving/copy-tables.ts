import assert from "node:assert";
import { z } from "zod";
import { startSnapshot } from "../changes/change-history-store.ts";
import { droppedKeysTable } from "../distribution/distribution-store.ts";
import { orgTables, serviceTables } from "../orgs/org-tables.ts";
import type { Database, PostgresDatabase, Transaction } from "../platform/database/database.ts";
import { StartError } from "../platform/start-error.ts";
import { type CatalogTable, listTables } from "./table-catalog-store.ts";
import * as store from "./table-rows-store.ts";

/** The tables that the commands themselves create while a database is closed. They are never copied. */
export const ownTables: readonly string[] = ["database_closure", "copied_tables"];

/** Every table of the schema, in an order in which each comes after those that it refers to. */
export async function findTables(db: Database): Promise<CatalogTable[]> {
  const tables = (await listTables(db)).filter(({ name }) => !ownTables.includes(name));
  const unfit = tables.find(({ key, hasFixedOrder }) => key.length === 0 || !hasFixedOrder);
  if (unfit !== undefined) {
    throw new StartError(
      `The table ${unfit.name} cannot be copied: it has no primary key that every server orders alike. If it is not a table of Weft, move it to another schema.`,
    );
  }
  return orderTables(tables);
}

/** Refuses a schema with tables that no migration makes: the database that the rows are copied to would not have them. */
export async function requireKnownTables(db: Database): Promise<void> {
  const known = new Set<string>([...orgTables, ...serviceTables, ...ownTables]);
  const names = (await listTables(db)).map(({ name }) => name).filter((name) => !known.has(name));
  if (names.includes(droppedKeysTable)) {
    throw new StartError("The distribution of this database was interrupted. Complete it first: weft admin distribute");
  }
  if (names.length > 0) {
    throw new StartError(
      `The schema has tables that are not Weft's: ${names.join(", ")}. Move them to a schema or a database of their own, because they cannot be copied: alter table … set schema …`,
    );
  }
}

/** Of tables that may be inserted next, the first ones in the given order. */
export function orderTables<Table extends Pick<CatalogTable, "name" | "refersTo">>(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  const placed = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.find(({ name, refersTo }) => !placed.has(name) && refersTo.every((other) => placed.has(other)));
    assert(next !== undefined, "the foreign keys of the schema form a circle");
    placed.add(next.name);
    ordered.push(next);
  }
  return ordered;
}

/** Runs the work on one snapshot of all tables. */
export async function onSnapshot<Result>(
  db: PostgresDatabase,
  work: (snapshot: Transaction) => Promise<Result>,
): Promise<Result> {
  // It is idle while the other side writes.
  return db.forLongWork().transaction(async (tx) => {
    await startSnapshot(tx);
    await store.useExactTexts(tx);
    return work(tx);
  });
}

const rowsAtFirst = 100;
const rowsMax = 5_000;
const bytesMax = 1_048_576;

export interface RowPage {
  /** Each a JSON array of texts and nulls, in the order of the columns. */
  readonly lines: readonly string[];
  /** The key of the last row. */
  readonly last: store.RowKey;
}

/** The rows of a table after a key, in pages of about a mebibyte or a single larger row. */
export async function* pagesOf(
  db: Database,
  table: CatalogTable,
  after?: store.RowKey | undefined,
): AsyncGenerator<RowPage> {
  let key = after;
  for (let wanted = rowsAtFirst; ; ) {
    const lines = await store.readRows(db, table, { after: key, rowsMax: wanted, bytesMax });
    const line = lines.at(-1);
    if (line === undefined) {
      return;
    }
    const last = keyOf(table, line);
    yield { lines, last };
    key = last;
    // PostgreSQL reads all of the rows to find those that fit.
    wanted = Math.min(lines.length * 2, rowsMax);
  }
}

const lineSchema = z.array(z.string().nullable());

export function keyOf({ columns, key }: CatalogTable, line: string): string[] {
  const values = lineSchema.parse(JSON.parse(line));
  return key.map((name) => values[columns.findIndex((column) => column.name === name)] ?? "");
}

export interface Difference {
  readonly table: string;
  /** Of the first row that differs. */
  readonly key: string;
}

const digestsAtOnce = 2_000;

/** Compares a table row by row. Returns the number of rows, or the first difference. */
export async function compareTable(
  source: Database,
  target: Database,
  table: CatalogTable,
): Promise<{ readonly rows: number; readonly difference?: Difference }> {
  let rows = 0;
  for (let after: store.RowKey | undefined; ; ) {
    const input = { after, rowsMax: digestsAtOnce };
    const [own, copied] = await Promise.all([
      store.readDigests(source, table, input),
      store.readDigests(target, table, input),
    ]);
    const place = Math.max(own.length, copied.length) === 0 ? -1 : firstDifference(own, copied);
    if (place >= 0) {
      const values = lineSchema.parse(JSON.parse(own[place] ?? copied[place] ?? "[]"));
      return { rows: rows + place, difference: { table: table.name, key: values.slice(0, -1).join(", ") } };
    }
    rows += own.length;
    const last = own.at(-1);
    if (last === undefined || own.length < digestsAtOnce) {
      return { rows };
    }
    after = lineSchema
      .parse(JSON.parse(last))
      .map((value) => value ?? "")
      .slice(0, -1);
  }
}

function firstDifference(own: readonly string[], copied: readonly string[]): number {
  const longer = own.length >= copied.length ? own : copied;
  return longer.findIndex((_, place) => own[place] !== copied[place]);
}
