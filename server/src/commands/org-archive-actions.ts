import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { slugSchema } from "@weft/contract";
import { type Config, loadConfig } from "../config/config.ts";
import { exportOrg } from "../orgs/archive/export-org.ts";
import { type ImportServices, importOrg } from "../orgs/archive/import-org.ts";
import type { ArchiveManifest } from "../orgs/archive/org-archive.ts";
import { requireNotBeingDeleted } from "../orgs/operate-org.ts";
import { createBlobStore } from "../platform/blobs/create-blob-store.ts";
import { invalidRequest } from "../platform/errors.ts";
import { untilInterrupted } from "./backup-actions.ts";
import { operatorAct, requireOrg, withMigratedDatabase } from "./operator-act.ts";
import { requireFile, toNewFile } from "./operator-files.ts";

/**
 * The file appears when it is complete. An export that was cut starts from the beginning: its snapshot ended with its
 * connection, and rows of another one would not fit those already written.
 */
export async function exportToFile(slug: string, file: string): Promise<void> {
  const exportTo = (target: Writable) => untilInterrupted((signal) => exportBySlug(slug, target, signal));
  const { manifest, end } = await (file === "-" ? exportTo(process.stdout) : toNewFile(resolve(file), exportTo));
  const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0);
  // Standard output may be the archive.
  console.error(`Exported ${slug}: ${rows} rows and ${end.files.count} files (${end.files.bytes} bytes).`);
  console.error(formatMissing(manifest));
}

async function exportBySlug(slug: string, target: Writable, signal: AbortSignal) {
  return withArchives(async ({ db, audit, files }) => {
    const org = await requireOrg(db, slug);
    await requireNotBeingDeleted(db, org);
    // Recorded at the start, because data leaves the service from then on.
    await audit.transaction(db, org.id, operatorAct(), (_tx, trail) =>
      trail.record({ action: "org.export", target: { type: "org", id: org.id } }),
    );
    return exportOrg(files, org, { target, signal });
  });
}

interface ImportOptions {
  readonly slug?: string;
  readonly newIds?: boolean;
}

export async function importFromFile(file: string, options: ImportOptions): Promise<void> {
  const archive = await requireFile(resolve(file));
  if (options.slug !== undefined && !slugSchema.safeParse(options.slug).success) {
    throw invalidRequest("--slug: A slug has up to 63 characters: a–z, 0–9 and inner hyphens.");
  }
  const input = { archive, slug: options.slug, hasNewIds: options.newIds ?? false, act: operatorAct() };
  const { org, manifest, isContinued } = await withArchives((services) => importOrg(services, input));
  console.log(`${isContinued ? "Completed the import of" : "Imported"} ${org.slug} (${org.id}).`);
  console.log(formatMissing(manifest));
}

function formatMissing({ toEnterAgain, loadsInProgress }: ArchiveManifest): string {
  const { passwords, keysOfApps, signOnClientSecret, webhooks, inboundWebhooks, workflows } = toEnterAgain;
  const listed = (label: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`  ${label}: ${names.join(", ")}`];
  const lines = [
    ...(passwords === 0 ? [] : [`  passwords of users: ${passwords}`]),
    ...listed("keys of the apps", keysOfApps),
    ...(signOnClientSecret ? ["  the client secret of single sign-on"] : []),
    ...listed("secrets of webhooks", webhooks),
    ...listed("secrets of inbound webhooks", inboundWebhooks),
    ...listed("secrets of workflows", workflows),
    ...(loadsInProgress === 0 ? [] : [`  loads in progress, to start again: ${loadsInProgress}`]),
  ];
  return lines.length === 0
    ? "The organization has no secrets to enter again."
    : ["Secrets are not in the archive. To enter again after the import:", ...lines].join("\n");
}

/** With the database and the files of the configuration, next to a running service or without one. */
async function withArchives<Result>(work: (services: ImportServices) => Promise<Result>): Promise<Result> {
  const config = loadConfig();
  return withMigratedDatabase(config, async ({ db, bus, audit }) => {
    const blobs = createBlobStore(blobOptions(config));
    try {
      return await work({ db, bus, audit, files: { db, blobs } });
    } finally {
      await blobs.close();
    }
  });
}

function blobOptions({ dataFolder, s3 }: Config) {
  return { folder: join(dataFolder, "files"), s3 };
}
