import type { RetainedData } from "@weft/contract";
import { listOrgsWithRetention, type OrgDays } from "../access/org-store.ts";
import type { TypeCatalog } from "../entities/model/type-catalog.ts";
import type { FileStorage } from "../files/file.ts";
import { listOldFiles, lockFile } from "../files/file-store.ts";
import { removeBytes, takeOut } from "../files/remove-file.ts";
import { deleteOldLoads } from "../loader/load-erasure-store.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { Job } from "../platform/jobs/job.ts";
import { fileSlugsOf, isFileUsed } from "./used-files.ts";

interface RetentionJobServices {
  readonly db: PostgresDatabase;
  readonly files: FileStorage;
  readonly types: TypeCatalog;
}

export const oldLoadsTask = "forget-loads";
export const unusedFilesTask = "forget-unused-files";

/** Deletes loads and unused files of orgs that limit them. The folders of other data have their own jobs. */
export function retentionJobs(services: RetentionJobServices): Job[] {
  return [
    {
      task: oldLoadsTask,
      schedule: "47 1 * * *",
      run: (_payload, stopping) => deleteExpiredLoads(services.db, stopping),
    },
    {
      task: unusedFilesTask,
      schedule: "53 1 * * *",
      run: (_payload, stopping) => deleteUnusedFiles(services, stopping),
    },
  ];
}

const orgsAtATime = 100;
const loadsAtATime = 100;
const filesAtATime = 500;

export async function deleteExpiredLoads(db: PostgresDatabase, stopping: AbortSignal): Promise<void> {
  for await (const org of orgsThatLimit(db, "loads")) {
    for (let count = loadsAtATime; count === loadsAtATime && !stopping.aborted; ) {
      count = await db.transaction((tx) => deleteOldLoads(tx, org, loadsAtATime));
    }
  }
}

export async function deleteUnusedFiles(services: RetentionJobServices, stopping: AbortSignal): Promise<void> {
  for await (const org of orgsThatLimit(services.db, "unusedFiles")) {
    await deleteUnusedFilesOf(services, org, stopping);
  }
}

async function deleteUnusedFilesOf(
  { db, files, types }: RetentionJobServices,
  org: OrgDays,
  stopping: AbortSignal,
): Promise<void> {
  const { orgId } = org;
  const slugs = fileSlugsOf(await types.typesOf(orgId));
  let ids: readonly string[] = [];
  do {
    ids = await listOldFiles(db, org, { after: ids.at(-1) ?? "", limit: filesAtATime });
    for (const id of stopping.aborted ? [] : ids) {
      // The row is locked before the search: a write that refers to the file locks it, too.
      const keys = await db.transaction(async (tx) => {
        await lockFile(tx, orgId, id);
        return (await isFileUsed(tx, orgId, id, slugs)) ? [] : takeOut(tx, orgId, { id, expectedVersion: undefined });
      });
      await removeBytes(files, orgId, keys).catch(() => {});
    }
  } while (ids.length === filesAtATime && !stopping.aborted);
}

async function* orgsThatLimit(db: PostgresDatabase, data: RetainedData): AsyncGenerator<OrgDays> {
  let orgs: readonly OrgDays[] = [];
  do {
    orgs = await listOrgsWithRetention(db, data, { after: orgs.at(-1)?.orgId ?? "", limit: orgsAtATime });
    yield* orgs;
  } while (orgs.length === orgsAtATime);
}
