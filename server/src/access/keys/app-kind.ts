import type { appOperations, Right } from "@weft/contract";
import type { z } from "zod";
import { forbidden } from "../../errors.ts";
import type { AccessServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { coversGrants } from "../covers-grants.ts";
import { requireRight } from "../decide.ts";
import type { EntityKind } from "../entity-kind.ts";
import { requireProjects } from "../require-projects.ts";
import { type AppRow, findApp, listApps, lockApp } from "./app-store.ts";
import { createApp, removeApp, updateApp } from "./change-app.ts";

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
    find: async (db, caller, id) => presentFound(await findApp(db, caller.org.id, id)),
    lock: async (tx, caller, id) => presentFound(await lockApp(tx, caller.org.id, id)),
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
    rights: app.rights,
    createdOn: app.created_on.toISOString(),
    updatedOn: app.updated_on.toISOString(),
    version: app.version,
  };
}
