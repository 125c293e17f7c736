import type { appOperations } from "@weft/contract";
import type { z } from "zod";
import type { AccessServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import { requireRight } from "../decide.ts";
import type { EntityKind } from "../entity-kind.ts";
import { type AppRow, findApp, listApps, lockApp } from "./app-store.ts";
import { createApp, removeApp, updateApp } from "./change-app.ts";

type Create = z.output<typeof appOperations.create.body>;
type Update = z.output<typeof appOperations.update.body>;

/** Apps are the administrators' alone. */
export function appKind({ bus }: Pick<AccessServices, "bus">): EntityKind<Create, Update> {
  return {
    name: "app",
    plural: "apps",
    hasHistory: false,
    shapesWrites: false,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "app" }, id),
    list: async (db, caller) => (await listApps(db, caller.org.id)).map(presentApp),
    find: async (db, caller, id) => presentFound(await findApp(db, caller.org.id, id)),
    lock: async (tx, caller, id) => presentFound(await lockApp(tx, caller.org.id, id)),
    create: async (tx, caller, body) => ({ document: presentApp(await createApp(tx, caller.org.id, body)) }),
    update: async (tx, caller, { before, body }) => presentApp(await updateApp(tx, caller.org.id, before.id, body)),
    remove: (tx, caller, { id }) => removeApp(tx, caller.org.id, id),
    announce: () => announceAccess(bus),
  };
}

function presentFound(app: AppRow | undefined) {
  return app === undefined ? undefined : presentApp(app);
}

function presentApp(app: AppRow) {
  return {
    id: app.id,
    entityType: "app",
    typePath: "app",
    name: app.name,
    description: app.description,
    createdOn: app.created_on.toISOString(),
    updatedOn: app.updated_on.toISOString(),
    version: app.version,
  };
}
