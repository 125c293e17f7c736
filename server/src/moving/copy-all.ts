import type { PostgresDatabase } from "../platform/database/database.ts";
import { StartError } from "../platform/start-error.ts";
import { listCopied, noteCompared } from "./copy-progress-store.ts";
import { compareTable, type Difference, findTables, onSnapshot, pagesOf } from "./copy-tables.ts";
import { makePartitions, setSequences, TableFiller, whileClosed } from "./fill-database.ts";
import { listPartitions, listSequences } from "./table-catalog-store.ts";
import { readSequence } from "./table-rows-store.ts";

export interface CopyStep {
  readonly kind: "copying" | "copied" | "same";
  readonly table: string;
  readonly rows: number;
}

export type MoveStep = { readonly kind: "closed" } | CopyStep;

type OnStep = (step: CopyStep) => void;

/** Copies what an earlier run has not copied. */
export async function copyAll(from: PostgresDatabase, to: PostgresDatabase, onStep: OnStep): Promise<void> {
  await onSnapshot(from, async (snapshot) => {
    await makePartitions(to, await listPartitions(snapshot));
    for (const table of await findTables(snapshot)) {
      const filler = await TableFiller.open(to, table);
      if (!filler.isDone) {
        for await (const page of pagesOf(snapshot, table, filler.lastKey)) {
          await filler.add(page);
          onStep({ kind: "copying", table: table.name, rows: filler.rows });
        }
        await filler.end();
      }
      onStep({ kind: "copied", table: table.name, rows: filler.rows });
    }
    const names = await listSequences(snapshot);
    await setSequences(to, await Promise.all(names.map((name) => readSequence(snapshot, name))));
  });
}

/** Compares what an earlier run has not compared, and fails after the last table if one differs. */
export async function compareAll(from: PostgresDatabase, to: PostgresDatabase, onStep: OnStep): Promise<void> {
  const copied = new Map((await listCopied(to)).map((table) => [table.name, table]));
  const differences: Difference[] = [];
  for (const table of await findTables(from)) {
    const { isCompared = false, rows = 0 } = copied.get(table.name) ?? {};
    const compared = isCompared
      ? { rows }
      : await onSnapshot(from, (own) => onSnapshot(to, (other) => compareTable(own, other, table)));
    if (compared.difference !== undefined) {
      differences.push(compared.difference);
      continue;
    }
    await whileClosed(to, (tx) => noteCompared(tx, table.name));
    onStep({ kind: "same", table: table.name, rows: compared.rows });
  }
  if (differences.length > 0) {
    const places = differences.map(({ table, key }) => `${table} (first at ${key})`).join(", ");
    throw new StartError(
      `The copy differs from the database: ${places}. The copy cannot be used. Find out what has written to one of the databases. After a move, let nodes write again with weft admin move --cancel.`,
    );
  }
}
