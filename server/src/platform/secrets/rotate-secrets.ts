import assert from "node:assert";
import type { PostgresDatabase, Transaction } from "../database/database.ts";
import { conflict } from "../errors.ts";
import type { Job } from "../jobs/job.ts";
import { silentSecondsDefault } from "../jobs/node-heartbeat.ts";
import type { SecretBox } from "../secret-box.ts";
import { requireAll } from "./admit-secrets.ts";
import { sealedValuesOf } from "./count-seals.ts";
import type { SealedTable } from "./sealed-table.ts";
import { countSealedRows, listSealedRows, replaceSealedValues, type SealedRow } from "./sealed-value-store.ts";
import {
  findRotation,
  forgetOtherSecrets,
  insertRotation,
  listNodeSecrets,
  listServiceSecrets,
  lockRotation,
  lockServiceSecrets,
  noteServiceSecrets,
  type RotationRow,
  saveRotation,
} from "./service-secret-store.ts";

export interface SealingServices {
  readonly db: PostgresDatabase;
  readonly secrets: SecretBox;
  readonly tables: readonly SealedTable[];
}

const batchRows = 200;

/** Starts a rotation to the current secret, or continues one that was interrupted. */
export async function startRotation({ db, secrets, tables }: SealingServices): Promise<RotationRow> {
  const [target = ""] = secrets.fingerprints;
  await db.transaction(async (tx) => {
    await lockServiceSecrets(tx);
    const inUse = await listServiceSecrets(tx);
    if (inUse.length > 0) {
      requireAll(secrets, inUse);
    }
    await requireSameCurrent(tx, target);
    await noteServiceSecrets(tx, [target]);
    const rotation = await lockRotation(tx);
    if (rotation === undefined || rotation.finished_on !== null || rotation.target !== target) {
      await insertRotation(tx, { target, rowCount: await countRows(tx, tables) });
    }
  });
  const started = await findRotation(db);
  if (started === undefined) {
    throw conflict("The rotation was replaced by another one. Run the command again.");
  }
  return started;
}

/** A node with another current secret would continue to seal with it. */
async function requireSameCurrent(tx: Transaction, target: string): Promise<void> {
  const nodes = await listNodeSecrets(tx, silentSecondsDefault);
  const others = nodes.filter(({ fingerprints }) => fingerprints?.[0] !== target);
  if (others.length > 0) {
    throw conflict(
      `${others.length} of ${nodes.length} running nodes encrypt with another secret. Make the new secret the first of WEFT_SECRET on every node, restart them, and run the command again.`,
    );
  }
}

async function countRows(tx: Transaction, tables: readonly SealedTable[]): Promise<number> {
  let count = 0;
  for (const table of tables) {
    count += await countSealedRows(tx, table);
  }
  return count;
}

/**
 * Works on the rotation until it is finished, and reports each batch. Several processes may work on it: each batch and
 * its position are one transaction, so that one that was killed is continued where it was.
 */
export async function continueRotation(
  services: SealingServices,
  { onProgress, stopping }: { readonly onProgress?: (rotation: RotationRow) => void; readonly stopping: AbortSignal },
): Promise<RotationRow | undefined> {
  for (;;) {
    const rotation = await services.db.transaction((tx) => rotateBatch(tx, services));
    if (rotation === undefined || rotation.finished_on !== null) {
      return rotation;
    }
    onProgress?.(rotation);
    if (stopping.aborted) {
      return rotation;
    }
  }
}

/** Undefined if the rotation is to a secret that this process does not seal with. */
async function rotateBatch(
  tx: Transaction,
  { secrets, tables }: Omit<SealingServices, "db">,
): Promise<RotationRow | undefined> {
  const rotation = await lockRotation(tx);
  if (rotation === undefined || rotation.target !== secrets.fingerprints[0]) {
    return undefined;
  }
  if (rotation.finished_on !== null) {
    return rotation;
  }
  const next = await rotateRows(tx, secrets, tables, rotation);
  await saveRotation(tx, next);
  return next;
}

async function rotateRows(
  tx: Transaction,
  secrets: SecretBox,
  tables: readonly SealedTable[],
  rotation: RotationRow,
): Promise<RotationRow> {
  const index = tables.findIndex(({ table }) => table === rotation.table_name);
  const [table, following] = index === -1 ? tables : tables.slice(index);
  assert(table !== undefined, "there are tables with sealed values");
  const after = index === -1 ? undefined : (rotation.last_key ?? undefined);
  const rows = await listSealedRows(tx, table, { after, limit: batchRows });
  const { resealed, unreadable } = await resealRows(tx, secrets, table, rows);
  const read = {
    ...rotation,
    is_clean: rotation.is_clean && resealed === 0,
    read_count: rotation.read_count + rows.length,
    resealed_count: rotation.resealed_count + resealed,
    unreadable_count: rotation.unreadable_count + unreadable,
  };
  if (rows.length === batchRows) {
    return { ...read, table_name: table.table, last_key: rows.at(-1)?.key ?? null };
  }
  return following === undefined ? endPass(tx, read) : { ...read, table_name: following.table, last_key: null };
}

/** A value may have been saved as it was before the pass came to it, so the last pass finds all of them rotated. */
async function endPass(tx: Transaction, rotation: RotationRow): Promise<RotationRow> {
  if (!rotation.is_clean) {
    const first = { table_name: null, last_key: null, read_count: 0, unreadable_count: 0, is_clean: true };
    return { ...rotation, ...first, pass: rotation.pass + 1 };
  }
  await lockServiceSecrets(tx);
  await forgetOtherSecrets(tx, rotation.target, rotation.started_on);
  return { ...rotation, finished_on: new Date() };
}

async function resealRows(tx: Transaction, secrets: SecretBox, table: SealedTable, rows: readonly SealedRow[]) {
  const values = rows
    .flatMap((row) => sealedValuesOf(table, row))
    .map((value) => ({ ...value, age: secrets.ageOf(value.sealed, value.context) }));
  const former = values
    .filter(({ age }) => age === "former")
    .map((value) => ({ ...value, next: secrets.seal(secrets.open(value.sealed, value.context), value.context) }));
  for (const column of table.columns) {
    const changed = former.filter((value) => value.column === column);
    if (changed.length > 0) {
      await replaceSealedValues(tx, table, column, changed);
    }
  }
  return { resealed: former.length, unreadable: values.filter(({ age }) => age === "unreadable").length };
}

/** Continues a rotation whose command was interrupted. */
export function secretJobs(services: SealingServices): Job[] {
  return [
    {
      task: "rotate-secrets",
      schedule: "* * * * *",
      run: async (_payload, stopping) => void (await continueRotation(services, { stopping })),
    },
  ];
}
