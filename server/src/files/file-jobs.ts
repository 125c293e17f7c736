import type { Job } from "../platform/jobs/job-runner.ts";
import type { FileServices } from "./file.ts";
import { findAbandonedUploads } from "./file-store.ts";
import { doomOldBlobs, findDoomedBlobs } from "./loose-blob-store.ts";
import { removeBytes } from "./remove-bytes.ts";
import { removeFile } from "./remove-file.ts";

/** Removes uploads that nobody has continued for a day, and bytes that belong to no file. */
export function fileJobs(services: FileServices): Job[] {
  return [{ task: "remove-abandoned-bytes", schedule: "37 * * * *", run: () => removeAbandonedBytes(services) }];
}

const atOnce = 500;

export async function removeAbandonedBytes(services: FileServices): Promise<void> {
  const { db } = services;
  for (const { org_id: orgId, id } of await findAbandonedUploads(db, atOnce)) {
    await removeFile(services, orgId, { id, expectedVersion: undefined });
  }
  await db.transaction(doomOldBlobs);
  for (const { org_id: orgId, key } of await findDoomedBlobs(db, atOnce)) {
    await removeBytes(services, orgId, [key]);
  }
}
