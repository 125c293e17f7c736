import { setTimeout as delay } from "node:timers/promises";
import { announceAccess } from "../access/administration.ts";
import { lockOrg } from "../access/org-store.ts";
import type { FileStorage } from "../files/file.ts";
import { markBlobsForDeletion } from "../files/file-store.ts";
import { removeBytes } from "../files/remove-file.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import { stopImport } from "./archive/archive-store.ts";
import {
  completeDeletion,
  type DeletionRow,
  deleteFileRows,
  deleteRows,
  findDueDeletions,
  findMarkedBlobs,
  hasUnattachedBlobs,
  startDeletion,
} from "./deletion-store.ts";
import { orgTables } from "./org-tables.ts";

export interface OrgDeletionServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly files: FileStorage;
}

const rowsAtOnce = 1_000;
const filesAtOnce = 100;
// A batch that took long has kept the database busy; others must not wait for minutes in a row.
const pauseMsMax = 2_000;

/**
 * Deletes the orgs whose waiting time is over. Each batch is a transaction that also counts its rows in the receipt, so
 * a run that was killed is continued by the next one. A failure, such as of the file store, does not hold up other orgs.
 */
export async function deleteDueOrgs(services: OrgDeletionServices, stopping: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const deletion of await findDueDeletions(services.db)) {
    if (stopping.aborted) {
      break;
    }
    await deleteOrg(services, deletion, stopping).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) {
    throw failures[0];
  }
}

async function deleteOrg(services: OrgDeletionServices, deletion: DeletionRow, stopping: AbortSignal): Promise<void> {
  const { db, bus } = services;
  const { subject_id: orgId } = deletion;
  const isStarted = await db.transaction(async (tx) => {
    // A resume holds this lock, too: either it cancels the deletion, or it finds that it has started.
    await lockOrg(tx, orgId);
    const isDue = await startDeletion(tx, deletion);
    if (isDue) {
      await stopImport(tx, orgId);
    }
    return isDue;
  });
  if (!isStarted) {
    return;
  }
  const pace = new Pace(stopping);
  let deleted: number;
  do {
    deleted = await deleteFiles(services, deletion, pace);
    for (const table of orgTables.filter((name) => name !== "files" && name !== "loose_blobs")) {
      deleted += await drain(pace, () =>
        db.transaction((tx) => deleteRows(tx, deletion, { table, limit: rowsAtOnce })),
      );
    }
  } while (deleted > 0 && !stopping.aborted);
  // An upload that began before the suspension marks or attaches its bytes within a day; a later run completes.
  if (stopping.aborted || (await hasUnattachedBlobs(db, orgId))) {
    return;
  }
  await db.transaction((tx) => completeDeletion(tx, deletion));
  announceAccess(bus);
}

/** Rows first, with a mark for each of their blobs: bytes that cannot be deleted now are found again by their marks. */
async function deleteFiles({ db, files }: OrgDeletionServices, deletion: DeletionRow, pace: Pace): Promise<number> {
  const { subject_id: orgId } = deletion;
  const deleted = await drain(pace, () =>
    db.transaction(async (tx) => {
      const found = await deleteFileRows(tx, deletion, filesAtOnce);
      await markBlobsForDeletion(tx, orgId, found.keys);
      return found.files;
    }),
  );
  const removed = await drain(pace, async () => {
    const keys = await findMarkedBlobs(db, orgId, filesAtOnce);
    await removeBytes(files, orgId, keys);
    return keys.length;
  });
  return deleted + removed;
}

/** Repeats the batch until it finds nothing, and returns how much it has deleted. */
async function drain(pace: Pace, batch: () => Promise<number>): Promise<number> {
  let deleted = 0;
  while (!pace.isStopping) {
    const count = await pace.run(batch);
    if (count === 0) {
      break;
    }
    deleted += count;
  }
  return deleted;
}

/** Rests after each batch as long as it took: at most half of one connection is busy. */
class Pace {
  readonly #stopping: AbortSignal;

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
  }

  get isStopping(): boolean {
    return this.#stopping.aborted;
  }

  async run(batch: () => Promise<number>): Promise<number> {
    const startedMs = performance.now();
    const count = await batch();
    const restMs = count === 0 ? 0 : Math.min(performance.now() - startedMs, pauseMsMax);
    await delay(restMs, undefined, { signal: this.#stopping }).catch(() => {});
    return count;
  }
}
