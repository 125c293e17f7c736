import type { roleOperations } from "@weft/contract";
import type { z } from "zod";
import type { AccessServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import { requireRight } from "../decide.ts";
import type { EntityKind } from "../entity-kind.ts";
import { requireProjects } from "../require-projects.ts";
import { createRole, type GroupFields, removeRole, updateRole } from "./change-role.ts";
import { findRole, listRoles, lockRole, type RoleRow } from "./role-store.ts";

type Create = z.output<typeof roleOperations.create.body> & GroupFields;
type Update = z.output<typeof roleOperations.update.body> & GroupFields;

/** The custom roles of an org. Only administrators manage them, and their changes are in the history. */
export function roleKind({
  bus,
  findProjects,
}: Pick<AccessServices, "bus" | "findProjects">): EntityKind<Create, Update> {
  return {
    name: "role",
    plural: "roles",
    hasHistory: true,
    audit: { as: "role" },
    shapesWrites: false,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "role" }, id),
    list: async (db, caller) => (await listRoles(db, caller.org.id)).map(presentRole),
    find: async (db, caller, id) => presentFound(await findRole(db, caller.org.id, id)),
    lock: async (tx, caller, id) => presentFound(await lockRole(tx, caller.org.id, id)),
    async create(tx, caller, body) {
      await requireProjects(findProjects, tx, caller.org.id, body);
      return { document: presentRole(await createRole(tx, caller, body)) };
    },
    async update(tx, caller, { before, body }) {
      await requireProjects(findProjects, tx, caller.org.id, { rights: body.rights, before });
      return presentRole(await updateRole(tx, caller, before.id, body));
    },
    remove: (tx, caller, { id }) => removeRole(tx, caller, id),
    announce: () => announceAccess(bus),
  };
}

function presentFound(role: RoleRow | undefined) {
  return role === undefined ? undefined : presentRole(role);
}

function presentRole(role: RoleRow) {
  return {
    id: role.id,
    entityType: "role",
    typePath: "role",
    name: role.name,
    displayName: role.display_name,
    externalId: role.external_id,
    rights: role.rights,
    createdOn: role.created_on.toISOString(),
    updatedOn: role.updated_on.toISOString(),
    version: role.version,
  };
}
