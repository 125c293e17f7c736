import type { Job } from "../platform/jobs/job.ts";
import { Problem } from "../platform/problem.ts";
import type { FileStorage } from "./file.ts";
import {
  type FileAddress,
  findAbandonedUploads,
  findBlobsToDelete,
  markOldBlobsForDeletion,
  postponeBlob,
  type UnattachedBlob,
} from "./file-store.ts";
import { removeBytes, takeOut } from "./remove-file.ts";

/** Deletes uploads that were not continued for a day, and bytes that belong to no file. */
export function fileJobs(services: FileStorage): Job[] {
  return [{ task: "remove-abandoned-bytes", schedule: "37 * * * *", run: () => removeAbandonedBytes(services) }];
}

const atOnce = 500;
// A store that fails this often is unavailable, and each failure may take long.
const refusalsMax = 50;

export async function removeAbandonedBytes(services: FileStorage): Promise<void> {
  await removeAbandonedUploads(services);
  await services.db.transaction(markOldBlobsForDeletion);
  await deleteMarkedBlobs(services);
}

/** Their bytes are then marked for deletion. */
async function removeAbandonedUploads({ db }: FileStorage): Promise<void> {
  let found: readonly FileAddress[];
  do {
    found = await findAbandonedUploads(db, atOnce);
    for (const { org_id: orgId, id } of found) {
      await db
        .transaction((tx) => takeOut(tx, orgId, { id, expectedVersion: undefined }))
        .catch(unlessRemovedMeanwhile);
    }
  } while (found.length === atOnce);
}

function unlessRemovedMeanwhile(error: unknown): void {
  if (!(error instanceof Problem && error.code === "not-found")) {
    throw error;
  }
}

/**
 * A blob that the store fails to delete does not block others: it is moved behind them. The first failure is thrown at
 * the end.
 */
async function deleteMarkedBlobs(services: FileStorage): Promise<void> {
  const { db } = services;
  const refusals: unknown[] = [];
  let found: readonly UnattachedBlob[];
  do {
    found = await findBlobsToDelete(db, atOnce);
    for (const { org_id: orgId, key } of found) {
      try {
        await removeBytes(services, orgId, [key]);
      } catch (refusal) {
        await db.transaction((tx) => postponeBlob(tx, orgId, key));
        refusals.push(refusal);
      }
      if (refusals.length === refusalsMax) {
        throw refusals[0];
      }
    }
  } while (found.length === atOnce);
  if (refusals.length > 0) {
    throw refusals[0];
  }
}
