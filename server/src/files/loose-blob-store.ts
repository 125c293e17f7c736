import type { Database, Transaction } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

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
    /* of all orgs */ update loose_blobs set is_doomed = true where not is_doomed and since < now() - interval '1 day'`);
}

export interface UnattachedBlob {
  readonly org_id: string;
  readonly key: string;
}

/** Of any org, those that have waited longest first. */
export async function findBlobsToDelete(db: Database, limit: number): Promise<UnattachedBlob[]> {
  return db.query<UnattachedBlob>(sql`
    /* of all orgs */ select org_id, key from loose_blobs where is_doomed order by since, org_id, key limit ${limit}`);
}

/** Moves one that could not be deleted behind all others. */
export async function postponeBlob(tx: Transaction, orgId: string, key: string): Promise<void> {
  await tx.query(sql`update loose_blobs set since = now() where org_id = ${orgId} and key = ${key}`);
}

export async function forgetBlobs(tx: Transaction, orgId: string, keys: readonly string[]): Promise<void> {
  await tx.query(sql`delete from loose_blobs where org_id = ${orgId} and key = any(${[...keys]}::text[])`);
}
