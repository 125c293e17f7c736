import type { Right } from "@weft/contract";
import type { Database, Transaction } from "../../platform/database/database.ts";
import { oneRow, prepared, sql } from "../../platform/database/sql.ts";

export interface AppRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The rights of a workflow that acts as the app. */
  readonly rights: Right[] | null;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
}

// More than any org needs; lists are filtered in memory.
const appsMax = 20_000;

export async function insertApp(
  tx: Transaction,
  orgId: string,
  app: Pick<AppRow, "id" | "name" | "description" | "rights">,
): Promise<AppRow> {
  const rows = await tx.query<AppRow>(sql`
    insert into apps (org_id, id, name, description, rights)
    values (${orgId}, ${app.id}, ${app.name}, ${app.description}, ${toJson(app.rights)}) returning *`);
  return oneRow(rows);
}

export async function findApp(db: Database, orgId: string, id: string): Promise<AppRow | undefined> {
  const rows = await db.query<AppRow>(prepared`select * from apps where org_id = ${orgId} and id = ${id}`);
  return rows[0];
}

export async function findAppByName(db: Database, orgId: string, name: string): Promise<AppRow | undefined> {
  const rows = await db.query<AppRow>(prepared`select * from apps where org_id = ${orgId} and name = ${name}`);
  return rows[0];
}

export async function listApps(db: Database, orgId: string): Promise<AppRow[]> {
  return db.query<AppRow>(sql`select * from apps where org_id = ${orgId} order by id limit ${appsMax}`);
}

export async function lockApp(tx: Transaction, orgId: string, id: string): Promise<AppRow | undefined> {
  const rows = await tx.query<AppRow>(sql`select * from apps where org_id = ${orgId} and id = ${id} for update`);
  return rows[0];
}

export async function saveApp(tx: Transaction, orgId: string, app: AppRow): Promise<AppRow> {
  const rows = await tx.query<AppRow>(sql`
    update apps set name = ${app.name}, description = ${app.description}, rights = ${toJson(app.rights)},
      version = version + 1, updated_on = now()
    where org_id = ${orgId} and id = ${app.id} returning *`);
  return oneRow(rows);
}

export async function deleteApp(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from apps where org_id = ${orgId} and id = ${id}`);
}

function toJson(rights: Right[] | null): string | null {
  return rights === null ? null : JSON.stringify(rights);
}
