import type { FileServices } from "./file.ts";
import { forgetBlobs } from "./loose-blob-store.ts";

/** Deletes marked blobs. Those that the store cannot delete now are deleted by the job. */
export async function removeBytes({ db, blobs }: FileServices, orgId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await blobs.delete(key);
  }
  await db.transaction((tx) => forgetBlobs(tx, orgId, keys));
}
