import type { OrgDays } from "../access/org-store.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedRows } from "../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import type { FilePiece, FileRow } from "./file.ts";
import type { StoredPicture } from "./pictures/picture.ts";

type NewFile = Omit<FileRow, "version" | "created_on" | "updated_on">;

export async function insertFile(tx: Transaction, orgId: string, file: NewFile): Promise<FileRow> {
  const rows = await tx.query<FileRow>(sql`
    insert into files (org_id, id, file_name, content_type, size, uploaded_size, status, sha256, pieces, picture,
      created_by_id)
    values (${orgId}, ${file.id}, ${file.file_name}, ${file.content_type}, ${file.size}, ${file.uploaded_size},
      ${file.status}, ${file.sha256}, ${JSON.stringify(file.pieces)}, ${jsonOf(file.picture)}, ${file.created_by_id})
    returning *`);
  return oneRow(rows);
}

export async function findFile(db: Database, orgId: string, id: string): Promise<FileRow | undefined> {
  const rows = await db.query<FileRow>(prepared`select * from files where org_id = ${orgId} and id = ${id}`);
  return rows[0];
}

export async function lockFile(tx: Transaction, orgId: string, id: string): Promise<FileRow | undefined> {
  const rows = await tx.query<FileRow>(sql`select * from files where org_id = ${orgId} and id = ${id} for update`);
  return rows[0];
}

/** The subset of these that are ids of files. */
export async function findFileIds(db: Database, orgId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(prepared`
    select id from files where org_id = ${orgId} and id = any(${[...ids]}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

/** By name in lower case, the newest complete file with it. */
export async function findFileIdsByName(
  db: Database,
  orgId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ name: string; id: string }>(prepared`
    select distinct on (lower(file_name)) lower(file_name) as name, id from files
    where org_id = ${orgId} and lower(file_name) = any(${[...names]}::text[]) and status = 'completed'
    order by lower(file_name), id desc`);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

// A list with criteria is searched in memory.
const searchedFilesMax = 100_000;

/** If there are more than can be searched, the newest. */
export async function listFilesToSearch(db: Database, orgId: string): Promise<FileRow[]> {
  return db.query<FileRow>(sql`
    select * from (
      select * from files where org_id = ${orgId} order by id desc limit ${searchedFilesMax}
    ) as newest order by id`);
}

export async function listFilesOf(db: Database, orgId: string, ids: readonly string[]): Promise<FileRow[]> {
  return db.query<FileRow>(prepared`
    select * from files where org_id = ${orgId} and id = any(${[...ids]}::text[]) order by id`);
}

interface FilesAfter {
  /** The id of the last file of the previous page; empty for the first page. */
  readonly after: string;
  readonly limit: number;
  readonly budget: Budget;
}

export async function listFilesAfter(
  db: BoundedDatabase,
  orgId: string,
  page: FilesAfter,
): Promise<BoundedRows<FileRow>> {
  const statement = sql`
    select * from files where org_id = ${orgId} and id > ${page.after} order by id limit ${page.limit}`;
  return db.queryWithin<FileRow>(statement, page.budget);
}

/** Whole rows by id, as an export reads them. */
export async function listFilesPage(
  db: Database,
  orgId: string,
  { after, limit }: Pick<FilesAfter, "after" | "limit">,
): Promise<FileRow[]> {
  return db.query<FileRow>(sql`
    select * from files where org_id = ${orgId} and id > ${after} order by id limit ${limit}`);
}

export async function countFiles(db: Database, orgId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`select count(*) as count from files where org_id = ${orgId}`);
  return oneRow(rows).count;
}

/** Returns nothing when the upload was continued by another request, or is over. */
export async function appendPiece(
  tx: Transaction,
  orgId: string,
  id: string,
  { offset, piece }: { readonly offset: number; readonly piece: FilePiece },
): Promise<FileRow | undefined> {
  const rows = await tx.query<FileRow>(sql`
    update files set pieces = pieces || ${JSON.stringify([piece])}::jsonb,
      uploaded_size = uploaded_size + ${piece.size}, version = version + 1, updated_on = now()
    where org_id = ${orgId} and id = ${id} and status = 'uploading' and uploaded_size = ${offset}
    returning *`);
  return rows[0];
}

export async function completeFile(
  tx: Transaction,
  orgId: string,
  id: string,
  { sha256, picture }: { readonly sha256: string; readonly picture: StoredPicture },
): Promise<FileRow | undefined> {
  const rows = await tx.query<FileRow>(sql`
    update files set status = 'completed', sha256 = ${sha256}, picture = ${jsonOf(picture)}, version = version + 1, updated_on = now()
    where org_id = ${orgId} and id = ${id} and status = 'uploading' and uploaded_size = size
    returning *`);
  return rows[0];
}

/**
 * Returns nothing when the file was deleted, or another node was faster. The time of its update stays: retention counts
 * from the upload.
 */
export async function savePicture(
  tx: Transaction,
  orgId: string,
  id: string,
  picture: StoredPicture,
): Promise<FileRow | undefined> {
  const rows = await tx.query<FileRow>(sql`
    update files set picture = ${jsonOf(picture)}, version = version + 1
    where org_id = ${orgId} and id = ${id} and (picture is null or picture ->> 'status' = 'pending')
    returning *`);
  return rows[0];
}

function jsonOf(picture: StoredPicture | null): string | null {
  return picture === null ? null : JSON.stringify(picture);
}

export async function deleteFile(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from files where org_id = ${orgId} and id = ${id}`);
}

export interface FileAddress {
  readonly org_id: string;
  readonly id: string;
}

/** Uploads of any org that received nothing for a day. Those of a suspended org cannot receive anything. */
export async function findAbandonedUploads(db: Database, limit: number): Promise<FileAddress[]> {
  return db.query<FileAddress>(sql`
    /* of all orgs: expired rows */ select org_id, id from files where status = 'uploading' and updated_on < now() - interval '1 day'
      and org_id not in (select id from orgs where suspended_on is not null)
    order by updated_on limit ${limit}`);
}

export async function noteLooseBlob(tx: Transaction, orgId: string, key: string): Promise<void> {
  await tx.query(sql`insert into loose_blobs (org_id, key, is_doomed) values (${orgId}, ${key}, false)`);
}

/** False when the blob was marked for deletion meanwhile, and may be gone. */
export async function takeLooseBlob(tx: Transaction, orgId: string, key: string): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from loose_blobs where org_id = ${orgId} and key = ${key} and not is_doomed returning key`);
  return rows.length === 1;
}

/** False when the blob is no longer recorded as unattached. */
export async function markUnattachedBlobForDeletion(tx: Transaction, orgId: string, key: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update loose_blobs set is_doomed = true where org_id = ${orgId} and key = ${key} returning key`);
  return rows.length === 1;
}

/** After the commit these are never read or attached again: they can be deleted at any time. */
export async function markBlobsForDeletion(tx: Transaction, orgId: string, keys: readonly string[]): Promise<void> {
  await tx.query(sql`
    insert into loose_blobs (org_id, key, is_doomed) select ${orgId}, key, true from unnest(${[...keys]}::text[]) key`);
}

/** Those of any org that were not attached within a day. */
export async function markOldBlobsForDeletion(tx: Transaction): Promise<void> {
  await tx.query(sql`
    /* of all orgs: expired rows */ update loose_blobs set is_doomed = true where not is_doomed and since < now() - interval '1 day'`);
}

export interface UnattachedBlob {
  readonly org_id: string;
  readonly key: string;
}

/** Of any org, those that have waited longest first. */
export async function findBlobsToDelete(db: Database, limit: number): Promise<UnattachedBlob[]> {
  return db.query<UnattachedBlob>(sql`
    /* of all orgs: due work */ select org_id, key from loose_blobs where is_doomed order by since, org_id, key limit ${limit}`);
}

/** Moves one that could not be deleted behind all others. */
export async function postponeBlob(tx: Transaction, orgId: string, key: string): Promise<void> {
  await tx.query(sql`update loose_blobs set since = now() where org_id = ${orgId} and key = ${key}`);
}

export async function deleteBlobMarks(tx: Transaction, orgId: string, keys: readonly string[]): Promise<void> {
  await tx.query(sql`delete from loose_blobs where org_id = ${orgId} and key = any(${[...keys]}::text[])`);
}

/** Complete files that were uploaded long ago, in the order of their ids. */
export async function listOldFiles(
  db: Database,
  { orgId, days }: OrgDays,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from files
    where org_id = ${orgId} and id > ${after} and status = 'completed'
      and updated_on < now() - make_interval(days => ${days})
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}
