import { createHash } from "node:crypto";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { OrgRow } from "../../access/org-store.ts";
import { packTar, type TarEntry, textEntry } from "../../backup/tar.ts";
import { startSnapshot } from "../../changes/change-history-store.ts";
import type { FileRow, FileStorage } from "../../files/file.ts";
import { listFilesPage } from "../../files/file-store.ts";
import { readPieces } from "../../files/open-file.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { conflict } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { version } from "../../platform/own-package.ts";
import { Problem } from "../../platform/problem.ts";
import type { OrgTable } from "../org-tables.ts";
import {
  closeRows,
  countLoadsInProgress,
  fetchRows,
  findSecrets,
  openRows,
  readSchemaVersion,
} from "./archive-store.ts";
import {
  type ArchiveEnd,
  type ArchiveManifest,
  archiveFormat,
  endPath,
  exportedTables,
  filePath,
  leftOut,
  manifestPath,
  rowsPath,
} from "./org-archive.ts";

const chunkBytes = 1_048_576;
const filesAtOnce = 100;
// Most of it is text: higher levels take several times as long to save a tenth.
const gzipLevel = 1;

/**
 * Writes an org as one archive. All rows are of one snapshot, read by a cursor and written chunk by chunk, so the memory
 * does not depend on the size of the org.
 */
export async function exportOrg(
  storage: FileStorage,
  org: OrgRow,
  { target, signal }: { readonly target: Writable; readonly signal: AbortSignal },
): Promise<{ readonly manifest: ArchiveManifest; readonly end: ArchiveEnd }> {
  // The receiver may pause between two chunks.
  return storage.db.forLongWork().transaction(async (tx) => {
    await startSnapshot(tx);
    const manifest = await makeManifest(tx, org);
    const end: MutableEnd = { tables: {}, files: { count: 0, bytes: 0 } };
    const entries = archiveEntries(tx, storage, { manifest, end });
    await pipeline(Readable.from(packTar(entries), { objectMode: false }), createGzip({ level: gzipLevel }), target, {
      signal,
    });
    return { manifest, end };
  });
}

interface MutableEnd {
  readonly tables: Record<string, { rows: number; sha256: string }>;
  readonly files: { count: number; bytes: number };
}

async function makeManifest(tx: Transaction, org: OrgRow): Promise<ArchiveManifest> {
  return {
    format: archiveFormat,
    exportId: newId(),
    weftVersion: version,
    schemaVersion: await readSchemaVersion(tx),
    createdOn: new Date().toISOString(),
    org: {
      id: org.id,
      slug: org.slug,
      name: org.name,
      timeZone: org.time_zone,
      retention: { ...org.retention },
      dataRetention: { ...org.data_retention },
      auditRetentionDays: org.audit_retention_days,
      keyLifetimeDays: org.key_lifetime_days,
      createdOn: org.created_on.toISOString(),
    },
    toEnterAgain: await findSecrets(tx, org.id),
    leftOut: { ...leftOut },
    loadsInProgress: await countLoadsInProgress(tx, org.id),
  };
}

async function* archiveEntries(
  tx: Transaction,
  storage: FileStorage,
  { manifest, end }: { readonly manifest: ArchiveManifest; readonly end: MutableEnd },
): AsyncGenerator<TarEntry> {
  yield textEntry(manifestPath, `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const table of exportedTables) {
    yield* tableEntries(tx, manifest.org.id, { table, end });
  }
  yield* fileEntries(tx, storage, manifest.org.id, end);
  yield textEntry(endPath, `${JSON.stringify(end, undefined, 2)}\n`);
}

async function* tableEntries(
  tx: Transaction,
  orgId: string,
  { table, end }: { readonly table: OrgTable; readonly end: MutableEnd },
): AsyncGenerator<TarEntry> {
  const hash = createHash("sha256");
  let rows = 0;
  let chunk = "";
  let number = 0;
  await openRows(tx, orgId, table);
  for (let lines = await fetchRows(tx); lines.length > 0; lines = await fetchRows(tx)) {
    for (const line of lines) {
      rows += 1;
      chunk += `${line}\n`;
      if (chunk.length >= chunkBytes) {
        hash.update(chunk);
        yield textEntry(rowsPath(table, number++), chunk);
        chunk = "";
      }
    }
  }
  await closeRows(tx);
  if (chunk !== "") {
    hash.update(chunk);
    yield textEntry(rowsPath(table, number), chunk);
  }
  end.tables[table] = { rows, sha256: hash.digest("hex") };
}

/** Without them, or with others, the archive could not be imported. */
async function* bytesOf(storage: FileStorage, file: FileRow): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const name = `${file.id} (${file.file_name})`;
  try {
    for await (const part of await readPieces(storage, file, { first: 0, last: file.uploaded_size - 1 })) {
      hash.update(part);
      yield part;
    }
  } catch (error) {
    throw error instanceof Problem && error.code === "bytes-not-here"
      ? conflict(
          `The bytes of the file ${name} are missing. If it was deleted during the export, repeat the export, or suspend the organization first. Otherwise restore the bytes, or delete the file.`,
          {},
          { cause: error },
        )
      : error;
  }
  if (file.sha256 !== null && file.sha256 !== hash.digest("hex")) {
    throw conflict(
      `The stored bytes of the file ${name} are damaged. Restore them, or delete the file, and repeat the export.`,
    );
  }
}

/** The bytes of each file in one piece, also of those whose upload is not complete. */
async function* fileEntries(
  tx: Transaction,
  storage: FileStorage,
  orgId: string,
  end: MutableEnd,
): AsyncGenerator<TarEntry> {
  let after = "";
  for (;;) {
    const files = await listFilesPage(tx, orgId, { after, limit: filesAtOnce });
    for (const file of files.filter(({ uploaded_size }) => uploaded_size > 0)) {
      const size = file.uploaded_size;
      end.files.count += 1;
      end.files.bytes += size;
      yield {
        path: filePath(file.id),
        kind: "file",
        size,
        modifiedOn: file.updated_on,
        content: bytesOf(storage, file),
      };
    }
    const last = files.at(-1);
    if (last === undefined) {
      return;
    }
    after = last.id;
  }
}
