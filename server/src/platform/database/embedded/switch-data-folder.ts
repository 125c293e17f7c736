import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { errorCodeOf } from "../../error-code.ts";
import { pathExists } from "../../existing-paths.ts";

/** In DATA_DIR: where an upgrade makes the new database, until it takes the place of the former one. */
export const upgradeFolderOf = (folder: string) => join(folder, "postgres-upgrade");
const currentOf = (folder: string) => join(folder, "postgres");
const newOf = (folder: string) => join(upgradeFolderOf(folder), "postgres");
const markerOf = (folder: string) => join(upgradeFolderOf(folder), "complete.json");

const markerSchema = z.object({ keepAs: z.string().regex(/^postgres-\d+$/) });

/** From now on the new database is the right one. The next step may be that of any command or service. */
export async function markComplete(folder: string, keepAs: string): Promise<void> {
  const unfinished = `${markerOf(folder)}.new`;
  const file = await open(unfinished, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify({ keepAs }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, markerOf(folder));
  await syncFolder(upgradeFolderOf(folder));
}

const passesMax = 5;

/**
 * Puts the new database of a complete upgrade in its place, and the former one beside it, unless that is done. Only while
 * no PostgreSQL runs in them. A kill between the steps, or another process that does the same, changes nothing: the
 * next step follows from what is there.
 */
export async function completeSwitch(folder: string): Promise<void> {
  for (let pass = 1; ; pass += 1) {
    const marker = await readMarker(folder);
    if (marker === undefined) {
      return;
    }
    const hasNew = await pathExists(newOf(folder));
    try {
      if (!hasNew) {
        await rm(upgradeFolderOf(folder), { recursive: true, force: true });
        return;
      }
      await ((await pathExists(currentOf(folder)))
        ? // Fails if the other folder exists: it is never overwritten.
          rename(currentOf(folder), join(folder, marker.keepAs))
        : rename(newOf(folder), currentOf(folder)));
      await syncFolder(folder);
    } catch (error) {
      if (pass === passesMax || !["ENOENT", "ENOTEMPTY", "EEXIST"].includes(errorCodeOf(error))) {
        throw error;
      }
    }
  }
}

/** Whether the last step of an upgrade is not done yet. */
export async function isSwitching(folder: string): Promise<boolean> {
  return (await readMarker(folder)) !== undefined && (await pathExists(newOf(folder)));
}

/** Removes what an interrupted upgrade has left. Only by the process that has the data folder to itself. */
export async function discardUnfinished(folder: string): Promise<void> {
  if ((await readMarker(folder)) === undefined) {
    await rm(upgradeFolderOf(folder), { recursive: true, force: true });
  }
}

async function readMarker(folder: string): Promise<z.infer<typeof markerSchema> | undefined> {
  const text = await readFile(markerOf(folder), "utf8").catch(() => undefined);
  return text === undefined ? undefined : markerSchema.parse(JSON.parse(text));
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
