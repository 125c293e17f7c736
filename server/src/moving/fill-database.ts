import { migrationsFolder } from "../config/open-database.ts";
import { distributeNewTables } from "../distribution/distribute.ts";
import { type Closure, closeForWrites, findClosure, openForWrites } from "../platform/database/closure-store.ts";
import type { Database, PostgresDatabase, Transaction } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { newestOf } from "../platform/database/migration-files.ts";
import { readSchema } from "../platform/database/schema-store.ts";
import { errorCodeOf } from "../platform/error-code.ts";
import { StartError } from "../platform/start-error.ts";
import { createCopyRecord, dropCopyRecord, listCopied, noteCopied } from "./copy-progress-store.ts";
import { findTables, keyOf, ownTables, type RowPage } from "./copy-tables.ts";
import { type CatalogTable, listTables, type Partition, type SequenceState } from "./table-catalog-store.ts";
import * as rows from "./table-rows-store.ts";

/** Writes to a database that is closed for all others until it is complete. */
export async function whileClosed<Result>(
  db: PostgresDatabase,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await rows.allowWrites(tx);
    await rows.useExactTexts(tx);
    return work(tx);
  });
}

/** The number of the newest migration; 0 without a schema. */
export async function readSchemaNumber(db: Database): Promise<number> {
  return newestOf((await readSchema(db)).applied);
}

/** A database without a schema gets that of the source, and one that an interrupted run has begun the rest of it. */
export async function prepareSchemaOf(db: Database, connectionString: string, wanted: number): Promise<void> {
  const found = await readSchemaNumber(db);
  if (found > wanted) {
    throw new StartError(
      `The target has schema version ${found}, which is newer than that of the rows to copy (${wanted}). Nothing was changed. Use an empty database: it gets the right schema.`,
    );
  }
  if (found < wanted) {
    await migrate({ connectionString, folder: migrationsFolder, to: wanted, onTableCreated: distributeNewTables });
  }
}

/**
 * Prepares a database to be filled, or to be filled further. It must have no rows, or those of an earlier run for the same
 * purpose. No node can write to it until it is complete.
 */
export async function beginFilling(
  db: PostgresDatabase,
  { purpose, prepareSchema }: { readonly purpose: Closure; readonly prepareSchema: () => Promise<void> },
): Promise<void> {
  const before = await findClosure(db);
  if (before !== undefined && (before.reason !== "incomplete" || before.moveId !== purpose.moveId)) {
    throw new StartError(
      before.reason === "incomplete"
        ? "The target has an incomplete copy of another database. Empty it, or choose another one."
        : "The target has been moved to another database itself. Empty it, or choose another one.",
    );
  }
  if (before?.attemptId === purpose.attemptId) {
    return;
  }
  if (before === undefined) {
    await requireEmpty(db);
  }
  try {
    await prepareSchema();
    await whileClosed(db, async (tx) => {
      await closeForWrites(tx, purpose);
      await createCopyRecord(tx);
      const tables = await findTables(tx);
      // Without its migrations, a run that is interrupted here would find no schema.
      for (const table of tables.reverse().filter(({ name }) => name !== "schema_migrations")) {
        await rows.deleteRows(tx, table);
      }
    });
  } catch (error) {
    throw asNotOwned(error);
  }
}

/** A schema without rows is empty as well: it may have been distributed before. */
async function requireEmpty(db: Database): Promise<void> {
  const tables = (await listTables(db)).filter(({ name }) => !ownTables.includes(name));
  if (tables.length > 0 && !tables.some(({ name }) => name === "schema_migrations")) {
    throw new StartError("The target has tables that are not Weft's. Use a database of its own.");
  }
  for (const table of tables.filter(({ name }) => name !== "schema_migrations")) {
    if (await rows.hasRows(db, table)) {
      throw new StartError(
        `The target is not empty: its table ${table.name} has rows, of another service or of an earlier copy. Nothing was changed. Create an empty database for the copy.`,
      );
    }
  }
}

/** Only the owner of a database may set its defaults, and create tables in its first schema. */
export function asNotOwned(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return errorCodeOf(cause) === "42501"
    ? new StartError(
        "The role of the URL must own the database, to create its tables and to close it for writes while it is copied.",
        { cause },
      )
    : error;
}

export async function makePartitions(db: PostgresDatabase, partitions: readonly Partition[]): Promise<void> {
  await whileClosed(db, async (tx) => {
    for (const { definition } of partitions) {
      await tx.query({ text: definition, values: [] });
    }
  });
}

/** Takes the pages of a table, from the beginning or where an earlier run has ended. */
export class TableFiller {
  readonly #db: PostgresDatabase;
  readonly #table: CatalogTable;
  #rows = 0;
  #lastKey: rows.RowKey | null = null;
  #isDone = false;

  private constructor(db: PostgresDatabase, table: CatalogTable) {
    this.#db = db;
    this.#table = table;
  }

  static async open(db: PostgresDatabase, table: CatalogTable): Promise<TableFiller> {
    const filler = new TableFiller(db, table);
    const copied = (await listCopied(db)).find(({ name }) => name === table.name);
    filler.#rows = copied?.rows ?? 0;
    filler.#lastKey = copied?.lastKey ?? null;
    filler.#isDone = copied?.isCopied === true;
    return filler;
  }

  /** An earlier run has copied all of it. */
  get isDone(): boolean {
    return this.#isDone;
  }

  get rows(): number {
    return this.#rows;
  }

  /** The key to continue after. */
  get lastKey(): rows.RowKey | undefined {
    return this.#lastKey ?? undefined;
  }

  async add({ lines, last }: RowPage): Promise<void> {
    await this.#write(async (tx) => {
      await rows.insertRows(tx, this.#table, lines);
      this.#rows += lines.length;
      this.#lastKey = last;
    }, false);
  }

  /** The key of the last line is read from it. */
  addLines(lines: readonly string[]): Promise<void> {
    return this.add({ lines, last: keyOf(this.#table, lines.at(-1) ?? "[]") });
  }

  async end(): Promise<void> {
    await this.#write(async () => {}, true);
    await whileClosed(this.#db, (tx) => rows.analyze(tx, this.#table));
  }

  async #write(work: (tx: Transaction) => Promise<void>, isCopied: boolean): Promise<void> {
    await whileClosed(this.#db, async (tx) => {
      // The record and the rows are lost together; the last commit waits for the disk.
      await rows.commitLazily(tx);
      if (this.#lastKey === null) {
        // What migrations have inserted.
        await rows.deleteRows(tx, this.#table);
      }
      await work(tx);
      await noteCopied(tx, { name: this.#table.name, rows: this.#rows, lastKey: this.#lastKey, isCopied });
    });
  }
}

export async function setSequences(db: PostgresDatabase, sequences: readonly SequenceState[]): Promise<void> {
  await whileClosed(db, async (tx) => {
    for (const sequence of sequences) {
      await rows.setSequence(tx, sequence);
    }
  });
}

/** From now on nodes can use it. */
export async function endFilling(db: PostgresDatabase): Promise<void> {
  await whileClosed(db, async (tx) => {
    await dropCopyRecord(tx);
    await openForWrites(tx);
  });
}
