import type { Database, Transaction } from "../platform/database/database.ts";
import { identifier, oneRow, sql } from "../platform/database/sql.ts";
import { newId } from "../platform/ids.ts";

/** A deletion of an org: requested, in progress or, once completed, the receipt. */
export interface DeletionRow {
  readonly id: string;
  readonly subject_id: string;
  readonly slug: string;
  readonly requested_on: Date | string;
  readonly requested_by: string;
  readonly due_on: Date | string;
  readonly started_on: Date | string | null;
  readonly completed_on: Date | string | null;
  readonly deleted_rows: Readonly<Record<string, number>>;
  readonly files: number;
  readonly file_bytes: number;
}

interface NewDeletion {
  readonly slug: string;
  readonly requestedBy: string;
  /** From now, or for an immediate one from the suspension, so that requests in progress have ended. */
  readonly waitSeconds: number;
  readonly isImmediate: boolean;
}

/** Of an org with a requested deletion, replaces the date. */
export async function saveDeletion(tx: Transaction, orgId: string, deletion: NewDeletion): Promise<DeletionRow> {
  const { slug, requestedBy, waitSeconds, isImmediate } = deletion;
  const rows = await tx.query<DeletionRow>(sql`
    insert into org_deletions (id, subject_id, slug, requested_by, due_on)
    select ${newId()}, o.id, ${slug}, ${requestedBy}, case when ${isImmediate}
      then greatest(now(), o.suspended_on + make_interval(secs => ${waitSeconds}))
      else now() + make_interval(secs => ${waitSeconds}) end
    from orgs o where o.id = ${orgId}
    on conflict (subject_id) where completed_on is null do update set due_on = excluded.due_on
    returning *`);
  return oneRow(rows);
}

export async function findOpenDeletion(db: Database, orgId: string): Promise<DeletionRow | undefined> {
  const rows = await db.query<DeletionRow>(sql`
    select * from org_deletions where subject_id = ${orgId} and completed_on is null`);
  return rows[0];
}

export async function cancelDeletion(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`
    delete from org_deletions where subject_id = ${orgId} and started_on is null and completed_on is null`);
}

interface DeletionPage {
  readonly slug?: string | undefined;
  /** The id of the last one of the previous page. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listDeletions(db: Database, page: DeletionPage): Promise<DeletionRow[]> {
  const { slug = null, before = null, limit } = page;
  return db.query<DeletionRow>(sql`
    select * from org_deletions
    where (${slug}::text is null or slug = ${slug}) and (${before}::text is null or id < ${before})
    order by id desc limit ${limit}`);
}

const dueMax = 1_000;

export async function findDueDeletions(db: Database): Promise<DeletionRow[]> {
  return db.query<DeletionRow>(sql`
    select * from org_deletions where completed_on is null and due_on <= now() order by due_on, id limit ${dueMax}`);
}

/** False if it was canceled meanwhile. */
export async function startDeletion(tx: Transaction, { id }: DeletionRow): Promise<boolean> {
  const rows = await tx.query(sql`
    update org_deletions set started_on = coalesce(started_on, now())
    where id = ${id} and completed_on is null and due_on <= now() returning id`);
  return rows.length > 0;
}

/** Deletes up to the limit of rows, and counts them in the receipt. */
export async function deleteRows(
  tx: Transaction,
  { id, subject_id: orgId }: DeletionRow,
  { table, limit }: { readonly table: string; readonly limit: number },
): Promise<number> {
  const name = identifier(table);
  const rows = await tx.query(sql`
    delete from ${name} where org_id = ${orgId}
      and ctid = any(array(select ctid from ${name} where org_id = ${orgId} limit ${limit})) returning 1`);
  await countDeleted(tx, id, { table, rows: rows.length });
  return rows.length;
}

async function countDeleted(
  tx: Transaction,
  id: string,
  { table, rows }: { readonly table: string; readonly rows: number },
): Promise<void> {
  if (rows > 0) {
    await tx.query(sql`
      update org_deletions set deleted_rows = deleted_rows || jsonb_build_object(
        ${table}::text, coalesce((deleted_rows ->> ${table}::text)::bigint, 0) + ${rows}::bigint)
      where id = ${id}`);
  }
}

/** Deletes files, and returns their number and the keys of their contents and thumbnails. */
export async function deleteFileRows(
  tx: Transaction,
  { id, subject_id: orgId }: DeletionRow,
  limit: number,
): Promise<{ readonly files: number; readonly keys: readonly string[] }> {
  const rows = await tx.query<{ size: number; keys: string[] }>(sql`
    delete from files where org_id = ${orgId} and id = any(array(
      select id from files where org_id = ${orgId} order by id limit ${limit}))
    returning uploaded_size as size, array_remove(
      array(select piece ->> 'key' from jsonb_array_elements(pieces) piece) || (picture ->> 'key'), null) as keys`);
  const bytes = rows.reduce((sum, { size }) => sum + size, 0);
  await tx.query(sql`
    update org_deletions set files = files + ${rows.length}, file_bytes = file_bytes + ${bytes} where id = ${id}`);
  await countDeleted(tx, id, { table: "files", rows: rows.length });
  return { files: rows.length, keys: rows.flatMap(({ keys }) => keys) };
}

/** Bytes that can be deleted: those marked for it. Others are being written by a request that will mark or attach them. */
export async function findMarkedBlobs(db: Database, orgId: string, limit: number): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select key from loose_blobs where org_id = ${orgId} and is_doomed order by key limit ${limit}`);
  return rows.map(({ key }) => key);
}

export async function hasUnattachedBlobs(db: Database, orgId: string): Promise<boolean> {
  const rows = await db.query(sql`select 1 from loose_blobs where org_id = ${orgId} limit 1`);
  return rows.length > 0;
}

/** The org itself, last: from now on the deletion is a receipt. */
export async function completeDeletion(tx: Transaction, { id, subject_id: orgId }: DeletionRow): Promise<void> {
  const failures = await tx.query(sql`delete from login_failures where scope = ${orgId} returning 1`);
  await countDeleted(tx, id, { table: "login_failures", rows: failures.length });
  const slugs = await tx.query(sql`delete from former_slugs where owner_id = ${orgId} returning 1`);
  await countDeleted(tx, id, { table: "former_slugs", rows: slugs.length });
  const orgs = await tx.query(sql`delete from orgs where id = ${orgId} returning 1`);
  await countDeleted(tx, id, { table: "orgs", rows: orgs.length });
  await tx.query(sql`update org_deletions set completed_on = now() where id = ${id}`);
}
