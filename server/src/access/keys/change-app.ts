import type { Right } from "@weft/contract";
import { conflict, notFound } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { isTaken } from "../administration.ts";
import { countLiveKeysOfApp } from "./api-key-store.ts";
import { type AppRow, deleteApp, insertApp, lockApp, saveApp } from "./app-store.ts";

export async function createApp(
  tx: Transaction,
  orgId: string,
  {
    name,
    description,
    rights,
  }: { readonly name: string; readonly description: string; readonly rights?: Right[] | undefined },
): Promise<AppRow> {
  return refuseTakenName(name, () => insertApp(tx, orgId, { id: newId(), name, description, rights: rights ?? null }));
}

export interface AppChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly rights?: Right[] | null | undefined;
}

export async function updateApp(tx: Transaction, orgId: string, id: string, change: AppChange): Promise<AppRow> {
  const app = await requireApp(tx, orgId, id);
  const name = change.name ?? app.name;
  const description = change.description ?? app.description;
  const rights = change.rights === undefined ? app.rights : change.rights;
  return refuseTakenName(name, () => saveApp(tx, orgId, { ...app, name, description, rights }));
}

/** An app with valid keys cannot be deleted by mistake. */
export async function removeApp(tx: Transaction, orgId: string, id: string): Promise<void> {
  const app = await requireApp(tx, orgId, id);
  const keys = await countLiveKeysOfApp(tx, orgId, id);
  if (keys > 0) {
    throw conflict(`The app ${app.name} has ${keys} valid keys. Revoke them first.`, { counts: { "api-key": keys } });
  }
  await deleteApp(tx, orgId, id);
}

async function refuseTakenName(name: string, write: () => Promise<AppRow>): Promise<AppRow> {
  try {
    return await write();
  } catch (error) {
    throw isTaken(error, "apps_by_name") ? conflict(`An app named ${name} already exists.`) : error;
  }
}

async function requireApp(tx: Transaction, orgId: string, id: string): Promise<AppRow> {
  const app = await lockApp(tx, orgId, id);
  if (app === undefined) {
    throw notFound("app", id);
  }
  return app;
}
