import type { SavedViewCreate, ViewScope } from "@weft/contract";
import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, sql } from "../platform/database/sql.ts";

/** The parts of a view that SQL does not look at. */
export interface ViewContent extends Omit<SavedViewCreate, "name" | "viewedType" | "scope" | "isDefault" | "isLocked"> {
  /** The names in it that were defined when it was saved. An open type does not reject the others. */
  readonly definedNames: readonly string[];
}

export interface SavedViewRow {
  readonly id: string;
  readonly owner_id: string;
  readonly user_id: string | null;
  readonly app_id: string | null;
  readonly name: string;
  readonly viewed_type: string;
  readonly scope: ViewScope;
  readonly is_default: boolean;
  readonly is_locked: boolean;
  readonly content: ViewContent;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly updated_by_id: string | null;
}

export type SavedViewDraft = Omit<SavedViewRow, "version" | "created_on" | "updated_on">;

const viewsMax = 20_000;

/** All that are shared, and those of the owner. */
export async function listSavedViews(db: Database, orgId: string, ownerId: string): Promise<SavedViewRow[]> {
  return db.query<SavedViewRow>(sql`
    select * from saved_views where org_id = ${orgId} and (scope <> 'private' or owner_id = ${ownerId})
    order by id limit ${viewsMax}`);
}

export async function findSavedView(db: Database, orgId: string, id: string): Promise<SavedViewRow | undefined> {
  const rows = await db.query<SavedViewRow>(sql`select * from saved_views where org_id = ${orgId} and id = ${id}`);
  return rows[0];
}

export async function lockSavedView(tx: Transaction, orgId: string, id: string): Promise<SavedViewRow | undefined> {
  const rows = await tx.query<SavedViewRow>(sql`
    select * from saved_views where org_id = ${orgId} and id = ${id} for update`);
  return rows[0];
}

export async function countSavedViewsOf(db: Database, orgId: string, ownerId: string): Promise<number> {
  const rows = await db.query<{ total: number }>(sql`
    select count(*) as total from saved_views where org_id = ${orgId} and owner_id = ${ownerId}`);
  return oneRow(rows).total;
}

/** The views that the database deletes with the user. */
export async function countPrivateViewsOf(db: Database, orgId: string, userId: string): Promise<number> {
  const rows = await db.query<{ total: number }>(sql`
    select count(*) as total from saved_views where org_id = ${orgId} and user_id = ${userId}`);
  return oneRow(rows).total;
}

export async function findDefaultView(db: Database, orgId: string, viewedType: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(sql`
    select id from saved_views where org_id = ${orgId} and viewed_type = ${viewedType} and is_default`);
  return rows[0]?.id;
}

export async function insertSavedView(tx: Transaction, orgId: string, view: SavedViewDraft): Promise<SavedViewRow> {
  const rows = await tx.query<SavedViewRow>(sql`
    insert into saved_views (org_id, id, owner_id, user_id, app_id, name, viewed_type, scope, is_default, is_locked,
      content, updated_by_id)
    values (${orgId}, ${view.id}, ${view.owner_id}, ${view.user_id}, ${view.app_id}, ${view.name}, ${view.viewed_type},
      ${view.scope}, ${view.is_default}, ${view.is_locked}, ${JSON.stringify(view.content)}, ${view.updated_by_id})
    returning *`);
  return oneRow(rows);
}

export async function saveSavedView(tx: Transaction, orgId: string, view: SavedViewDraft): Promise<SavedViewRow> {
  const rows = await tx.query<SavedViewRow>(sql`
    update saved_views
    set user_id = ${view.user_id}, app_id = ${view.app_id}, name = ${view.name}, scope = ${view.scope},
      is_default = ${view.is_default}, is_locked = ${view.is_locked}, content = ${JSON.stringify(view.content)},
      version = version + 1, updated_on = now(), updated_by_id = ${view.updated_by_id}
    where org_id = ${orgId} and id = ${view.id}
    returning *`);
  return oneRow(rows);
}

export async function deleteSavedView(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from saved_views where org_id = ${orgId} and id = ${id}`);
}
