import { Readable } from "node:stream";
import { announceAccess } from "../../access/administration.ts";
import type { AuditAct, AuditLog } from "../../access/audit/audit-log.ts";
import { findOrg, lockOrg, lockSlugs, type OrgRow } from "../../access/org-store.ts";
import { requireFreeSlug } from "../../access/orgs/change-org.ts";
import type { FileStorage } from "../../files/file.ts";
import { storeBytes } from "../../files/store-bytes.ts";
import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { errorCodeOf } from "../../platform/error-code.ts";
import { conflict } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { Problem } from "../../platform/problem.ts";
import { findOpenDeletion } from "../deletion-store.ts";
import { endSuspension } from "../suspension-store.ts";
import {
  attachBytes,
  deleteImport,
  findImport,
  hasInboundWebhookOfAnother,
  type ImportRow,
  insertImport,
  insertImportedOrg,
  insertRows,
  passEntry,
  readSchemaVersion,
} from "./archive-store.ts";
import { type ArchiveManifest, rejectedEntry, tablesBoundToOrgId } from "./org-archive.ts";
import { type ArchiveEntry, type ArchiveFile, checkArchive, linesOf, readArchive, textOf } from "./read-archive.ts";
import { IdRewriter } from "./rewrite-ids.ts";

export interface ImportServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly audit: AuditLog;
  readonly files: FileStorage;
}

export interface ImportInput {
  readonly archive: ArchiveFile;
  /** Default: that of the archive. */
  readonly slug: string | undefined;
  readonly hasNewIds: boolean;
  readonly act: AuditAct;
}

export interface ImportedOrg {
  readonly org: OrgRow;
  readonly manifest: ArchiveManifest;
  readonly isContinued: boolean;
}

const importReason = "Its import is not complete.";

/**
 * Imports an archive, which is checked completely before the first write. The org is suspended until all of it is there.
 * Each chunk is a transaction that also notes its progress: repeated after an interruption, the import continues.
 */
export async function importOrg(services: ImportServices, input: ImportInput): Promise<ImportedOrg> {
  const { db, bus, audit } = services;
  const schemaVersion = await readSchemaVersion(db);
  const { manifest, ids } = await checkArchive(input.archive, { schemaVersion, collectsIds: input.hasNewIds });
  const begun = await db.transaction((tx) => beginImport(tx, manifest, input));
  const { subject_id: orgId, entries_done: entriesDone } = begun;
  const rewriter = input.hasNewIds ? new IdRewriter({ ids, oldOrgId: manifest.org.id, newOrgId: orgId }) : undefined;
  let number = 0;
  for await (const entry of readArchive(input.archive)) {
    if (number >= entriesDone) {
      await importEntry(services, entry, { importId: manifest.exportId, orgId, number, rewriter });
    }
    number += 1;
  }
  await audit.transaction(db, orgId, input.act, async (tx, trail) => {
    await lockOrg(tx, orgId);
    await requireNoDeletion(tx, orgId);
    if (!(await deleteImport(tx, manifest.exportId))) {
      throw importGone();
    }
    await endSuspension(tx, orgId);
    const after = { exportId: manifest.exportId, exportedOn: manifest.createdOn, hasNewIds: input.hasNewIds };
    await trail.record({ action: "org.import", target: { type: "org", id: orgId }, after });
  });
  announceAccess(bus);
  const org = await findOrg(db, orgId);
  if (org === undefined) {
    throw conflict("The organization was deleted during its import.");
  }
  return { org, manifest, isContinued: entriesDone > 0 };
}

async function beginImport(tx: Transaction, manifest: ArchiveManifest, input: ImportInput): Promise<ImportRow> {
  // Of several runs that begin at the same time, one creates the organization and the others find its import.
  await lockSlugs(tx);
  const known = await findImport(tx, manifest.exportId);
  const slug = input.slug ?? manifest.org.slug;
  if (known !== undefined) {
    const org = await findOrg(tx, known.subject_id);
    if (known.has_new_ids !== input.hasNewIds || org?.slug !== slug) {
      throw conflict(
        `An import of this archive as ${org?.slug} is not complete. Repeat it with the same options, or delete ${org?.slug} first.`,
      );
    }
    await requireNoDeletion(tx, known.subject_id);
    return known;
  }
  const orgId = input.hasNewIds ? newId() : manifest.org.id;
  if ((await findOrg(tx, orgId)) !== undefined) {
    throw conflict(
      `The organization ${orgId} of the archive exists here. Import it with new ids (--new-ids, and --slug for another slug), or delete it first.`,
    );
  }
  await requireFreeSlug(tx, slug, undefined);
  await insertImportedOrg(tx, { ...manifest.org, id: orgId, slug }, importReason);
  const row = { id: manifest.exportId, subject_id: orgId, has_new_ids: input.hasNewIds };
  await insertImport(tx, row);
  return { ...row, entries_done: 0 };
}

/** Of an org whose deletion was requested, the suspension must not end. */
async function requireNoDeletion(tx: Transaction, orgId: string): Promise<void> {
  if ((await findOpenDeletion(tx, orgId)) !== undefined) {
    const { slug } = (await findOrg(tx, orgId)) ?? { slug: orgId };
    throw conflict(
      `The deletion of ${slug} was requested. To continue its import, cancel the deletion first: weft admin orgs resume ${slug}`,
    );
  }
}

interface EntryImport {
  readonly importId: string;
  readonly orgId: string;
  readonly number: number;
  readonly rewriter: IdRewriter | undefined;
}

async function importEntry(services: ImportServices, entry: ArchiveEntry, context: EntryImport): Promise<void> {
  const { place, content } = entry;
  const { importId, orgId, number, rewriter } = context;
  if (place.kind === "file") {
    await importFile(services, { ...entry, id: rewriter?.newIdOf(place.id) ?? place.id }, context);
    return;
  }
  const isLeftOut = place.kind === "rows" && rewriter !== undefined && tablesBoundToOrgId.has(place.table);
  const lines = place.kind === "rows" && !isLeftOut ? linesOf(await textOf(content)) : [];
  await services.db.transaction(async (tx) => {
    await requireOwnEntry(tx, importId, number);
    if (place.kind === "rows" && lines.length > 0) {
      const rewritten = rewriter === undefined ? lines : lines.map((line) => rewriter.rewriteLine(line));
      await importRows(tx, orgId, { table: place.table, lines: rewritten });
    }
  });
}

/** An archive may come from anywhere: what the database or the service cannot have is an error of the archive. */
async function importRows(tx: Transaction, orgId: string, rows: Parameters<typeof insertRows>[2]): Promise<void> {
  const { table, lines } = rows;
  const inserted = await insertRows(tx, orgId, rows).catch((error: unknown) => {
    // Invalid values, and violated constraints.
    throw /^2[23]/.test(errorCodeOf(error)) ? rejectedEntry(`the database rejects a row of ${table}`, error) : error;
  });
  if (inserted < lines.length) {
    throw rejectedEntry(`a row of ${table} has a number or a time that is out of range`);
  }
  if (table === "inbound_webhooks" && (await hasInboundWebhookOfAnother(tx, orgId))) {
    throw rejectedEntry("another organization has one of its inbound webhooks. Import it with new ids (--new-ids)");
  }
}

async function importFile(
  { files }: ImportServices,
  { id, content }: Pick<ArchiveEntry, "content"> & { readonly id: string },
  { importId, orgId, number }: EntryImport,
): Promise<void> {
  const stream = Readable.from(content, { objectMode: false });
  await storeBytes(files, orgId, { fileId: id, stream }, async (tx, { key, size }) => {
    await requireOwnEntry(tx, importId, number);
    await attachBytes(tx, orgId, { fileId: id, key, size });
  });
}

/** Also locks the progress, so that two runs of the same import do not do the same work. */
async function requireOwnEntry(tx: Transaction, importId: string, number: number): Promise<void> {
  if (!(await passEntry(tx, importId, number))) {
    throw (await findImport(tx, importId)) === undefined
      ? importGone()
      : conflict("Another run of this import is in progress. Wait for it, or stop it and repeat the import.");
  }
}

function importGone(): Problem {
  return conflict("The import ended meanwhile: another run has completed it, or the organization is being deleted.");
}
