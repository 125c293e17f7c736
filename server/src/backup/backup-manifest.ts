import { z } from "zod";
import type { PostgresChoice, PostgresRefusal } from "../platform/database/embedded/choose-postgres.ts";
import { version } from "../platform/own-package.ts";
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

/** Why this release, with its newest migration, cannot use the backup; undefined when it can. */
export function whyUnusable(manifest: BackupManifest, ownSchemaVersion: number): string | undefined {
  const made = `The backup was created by Weft ${manifest.weftVersion}`;
  if (manifest.format > backupFormat) {
    return `${made} in a format that this release does not support. Restore it with that release.`;
  }
  if (manifest.schemaVersion > ownSchemaVersion) {
    return `${made} with schema version ${manifest.schemaVersion}, but this release supports ${ownSchemaVersion}. Restore it with that release.`;
  }
  return undefined;
}

/** Why none of the PostgreSQL on this machine can use the folder of the backup. */
export function whyWithoutPostgres(
  { content, weftVersion, postgresMajor }: BackupManifest,
  choice: PostgresChoice | PostgresRefusal,
): string | undefined {
  return content === "folder" && "refusal" in choice
    ? `The backup was created by Weft ${weftVersion} with PostgreSQL ${postgresMajor}, and can be restored only with it. ${choice.refusal}`
    : undefined;
}
