import { z } from "zod";
import type { Config } from "../config/config.ts";
import { joinDatabase } from "../config/open-database.ts";
import { findTables, onSnapshot, pagesOf, requireKnownTables } from "../moving/copy-tables.ts";
import { readSchemaNumber } from "../moving/fill-database.ts";
import { listPartitions, listSequences, type SequenceState } from "../moving/table-catalog-store.ts";
import { readSequence } from "../moving/table-rows-store.ts";
import { findClosure } from "../platform/database/closure-store.ts";
import { PostgresDatabase, type Transaction } from "../platform/database/database.ts";
import { conflict } from "../platform/errors.ts";
import { hasStoredFiles, storedFileEntries } from "./backup-entries.ts";
import { backupFormat, manifestEntry } from "./backup-manifest.ts";
import { readServerMajor } from "./backup-store.ts";
import { type TarEntry, textEntry } from "./tar.ts";

export const layoutPath = "tables.json";

const partitionPattern =
  /^create table if not exists [a-z0-9_]+ partition of [a-z0-9_]+ (DEFAULT|FOR VALUES FROM \('[^']+'\) TO \('[^']+'\))$/;
const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

/** The second entry of a backup of rows: what the others have to fit. */
export const layoutSchema = z.object({
  tables: z.array(z.object({ name: nameSchema, columns: z.array(nameSchema) })),
  partitions: z.array(
    z.object({ name: nameSchema, table: nameSchema, definition: z.string().regex(partitionPattern) }),
  ),
  sequences: z.array(z.object({ name: nameSchema, lastValue: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  /** Whether the rows may refer to contents of files that are in the archive. The first backups of rows do not say it. */
  hasFiles: z.boolean().default(true),
});
export type BackupLayout = z.infer<typeof layoutSchema>;

function rowsPath(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(8, "0")}.jsonl`;
}

/** Rows are inserted as one JSON value, and PostgreSQL refuses one of 268,435,456 bytes. */
export const rowsBytesMax = 256_000_000;

/** An entry for a page of rows. */
export function rowsEntry(table: string, number: number, lines: readonly string[]): TarEntry {
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  if (bytes > rowsBytesMax) {
    throw conflict(
      `A row of the table ${table} has ${bytes} bytes, and a backup can have rows of up to ${rowsBytesMax}. No backup was created. Use pg_dump for this database.`,
    );
  }
  return textEntry(rowsPath(table, number), `${lines.join("\n")}\n`);
}

/** The table of an entry with rows. */
export function tableOf(path: string): string | undefined {
  return /^tables\/([a-z][a-z0-9_]{0,62})\/\d{8,}\.jsonl$/.exec(path)?.[1];
}

/** Gives the work all rows of one snapshot, and then the files, as entries of an archive. */
export async function withRowsBackup<Result>(
  config: Config,
  write: (entries: AsyncIterable<TarEntry>) => Promise<Result>,
): Promise<Result> {
  const { connectionString, close } = await joinDatabase(config);
  const db = new PostgresDatabase({ connectionString, connectionsMax: 1, applicationName: "weft-backup" });
  try {
    return await onSnapshot(db, async (snapshot) => {
      if ((await findClosure(snapshot))?.reason === "incomplete") {
        throw conflict("The database is incomplete: a move or a restore to it has not ended. No backup was created.");
      }
      await requireKnownTables(snapshot);
      return write(entriesOf(config, snapshot));
    });
  } finally {
    await db.close();
    await close();
  }
}

async function* entriesOf(config: Config, snapshot: Transaction): AsyncGenerator<TarEntry> {
  const tables = await findTables(snapshot);
  // After the snapshot began: no row of it has a higher number.
  const sequences: SequenceState[] = [];
  for (const name of await listSequences(snapshot)) {
    sequences.push(await readSequence(snapshot, name));
  }
  const layout: BackupLayout = {
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
    partitions: await listPartitions(snapshot),
    sequences,
    // Contents are stored before their rows: those that are added from now on belong to no row of the snapshot.
    hasFiles: await hasStoredFiles(config),
  };
  yield manifestEntry({
    format: backupFormat,
    content: "rows",
    postgresMajor: await readServerMajor(snapshot),
    schemaVersion: await readSchemaNumber(snapshot),
  });
  yield textEntry(layoutPath, `${JSON.stringify(layout)}\n`);
  for (const table of tables) {
    let number = 0;
    for await (const { lines } of pagesOf(snapshot, table)) {
      number += 1;
      yield rowsEntry(table.name, number, lines);
    }
  }
  yield* storedFileEntries(config);
}
