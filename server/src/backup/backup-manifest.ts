import { z } from "zod";
import { version } from "../platform/own-package.ts";
import type { DatabaseFacts } from "./backup-store.ts";
import { type TarEntry, textEntry } from "./tar.ts";

export const manifestPath = "weft-backup.json";
export const endPath = "weft-backup-end.json";
/** Incremented when the previous release could not read what this one writes. Rows came with 2. */
export const backupFormat = 2;

/** The first entry describes the backup, so that an unusable one is rejected before it is unpacked. */
export const manifestSchema = z.object({
  format: z.int(),
  weftVersion: z.string(),
  createdOn: z.iso.datetime(),
  postgresMajor: z.int(),
  schemaVersion: z.int(),
  /** The folder of an embedded PostgreSQL, or the rows of all tables of any other. */
  content: z.enum(["folder", "rows"]).default("folder"),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

/** A folder is archived as before, so that earlier releases can restore it. */
export const folderFormat = 1;

export function manifestEntry(facts: Omit<BackupManifest, "weftVersion" | "createdOn">): TarEntry {
  const manifest: BackupManifest = { weftVersion: version, createdOn: new Date().toISOString(), ...facts };
  return textEntry(manifestPath, `${JSON.stringify(manifest)}\n`);
}

/** The last entry: how much precedes it. */
export const endSchema = z.object({ entries: z.int(), bytes: z.int() });
export type BackupEnd = z.infer<typeof endSchema>;

/** Why this release, with its PostgreSQL and its newest migration, cannot use the backup; undefined when it can. */
export function whyUnusable(manifest: BackupManifest, own: DatabaseFacts): string | undefined {
  const made = `The backup was created by Weft ${manifest.weftVersion}`;
  if (manifest.format > backupFormat) {
    return `${made} in a format that this release does not support. Restore it with that release.`;
  }
  if (manifest.content === "folder" && manifest.postgresMajor !== own.postgresMajor) {
    return `${made} with PostgreSQL ${manifest.postgresMajor}, but this release includes ${own.postgresMajor}. Restore it with that release.`;
  }
  if (manifest.schemaVersion > own.schemaVersion) {
    return `${made} with schema version ${manifest.schemaVersion}, but this release supports ${own.schemaVersion}. Restore it with that release.`;
  }
  return undefined;
}
