import type { appOperations, Right } from "@weft/contract";
import type { z } from "zod";
import { type EntityKind, presentFound } from "../../kinds/entity-kind.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { isViolationOf } from "../../platform/error-code.ts";
import { conflict, forbidden, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { AccessServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import { coversGrants } from "../grants.ts";
import { countLiveKeysOfApp } from "./api-key-store.ts";
import { type AppRow, deleteApp, findApp, insertApp, listApps, lockApp, saveApp } from "./app-store.ts";
import { requireProjects } from "./require-projects.ts";

type Create = z.output<typeof appOperations.create.body>;
type Update = z.output<typeof appOperations.update.body>;

/** Only administrators manage apps. */
export function appKind({
  bus,
  findProjects,
}: Pick<AccessServices, "bus" | "findProjects">): EntityKind<Create, Update> {
  return {
    name: "app",
    plural: "apps",
    hasHistory: false,
    audit: { as: "app" },
    shapesWrites: false,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "app" }, id),
    list: async (db, caller) => (await listApps(db, caller.org.id)).map(presentApp),
    find: async (db, caller, id) => presentFound(await findApp(db, caller.org.id, id), presentApp),
    lock: async (tx, caller, id) => presentFound(await lockApp(tx, caller.org.id, id), presentApp),
    async create(tx, caller, body) {
      requireGrantable(caller, body.rights);
      await requireProjects(findProjects, tx, caller.org.id, { rights: body.rights });
      return { document: presentApp(await createApp(tx, caller.org.id, body)) };
    },
    async update(tx, caller, { before, body }) {
      requireGrantable(caller, body.rights);
      await requireProjects(findProjects, tx, caller.org.id, { rights: body.rights, before });
      return presentApp(await updateApp(tx, caller.org.id, before.id, body));
    },
    remove: (tx, caller, { id }) => removeApp(tx, caller.org.id, id),
    announce: () => announceAccess(bus),
  };
}

/** No caller grants an app more than they have themselves. */
function requireGrantable(caller: Caller, rights: readonly Right[] | null | undefined): void {
  if (!coversGrants(caller, { rights: rights ?? [], isAdministrator: false })) {
    throw forbidden("You cannot grant an app permissions that you do not have.");
  }
}

function presentApp(app: AppRow) {
  return {
    id: app.id,
    entityType: "app",
    typePath: "app",
    name: app.name,
    description: app.description,
    rights: app.rights,
    createdOn: app.created_on.toISOString(),
    updatedOn: app.updated_on.toISOString(),
    version: app.version,
  };
}

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

interface AppChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly rights?: Right[] | null | undefined;
}

async function updateApp(tx: Transaction, orgId: string, id: string, change: AppChange): Promise<AppRow> {
  const app = await requireApp(tx, orgId, id);
  const name = change.name ?? app.name;
  const description = change.description ?? app.description;
  const rights = change.rights === undefined ? app.rights : change.rights;
  return refuseTakenName(name, () => saveApp(tx, orgId, { ...app, name, description, rights }));
}

/** An app with valid keys cannot be deleted by mistake. */
async function removeApp(tx: Transaction, orgId: string, id: string): Promise<void> {
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
    throw isViolationOf(error, "apps_by_name") ? conflict(`An app named ${name} already exists.`) : error;
  }
}

async function requireApp(tx: Transaction, orgId: string, id: string): Promise<AppRow> {
  const app = await lockApp(tx, orgId, id);
  if (app === undefined) {
    throw notFound("app", id);
  }
  return app;
}
