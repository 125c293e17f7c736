import type { Right, roleOperations } from "@weft/contract";
import type { z } from "zod";
import { type EntityKind, presentFound } from "../../kinds/entity-kind.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { isViolationOf } from "../../platform/error-code.ts";
import { conflict, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { AccessServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import { isBuiltInRole, requireGrants } from "../grants.ts";
import { requireProjects } from "../keys/require-projects.ts";
import { deleteRole, findRole, insertRole, listRoles, lockRole, type RoleRow, saveRole } from "../role-store.ts";
import { countUsersWithRole } from "../user-store.ts";

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
    find: async (db, caller, id) => presentFound(await findRole(db, caller.org.id, id), presentRole),
    lock: async (tx, caller, id) => presentFound(await lockRole(tx, caller.org.id, id), presentRole),
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

/** Set by an identity provider through SCIM, and by no other caller. Null clears. */
interface GroupFields {
  readonly displayName?: string | null | undefined;
  readonly externalId?: string | null | undefined;
}

async function createRole(
  tx: Transaction,
  caller: Caller,
  draft: { readonly name: string; readonly rights: Right[] } & GroupFields,
): Promise<RoleRow> {
  requireRights(caller, draft.rights, `Creating the role ${draft.name}`);
  const taken = conflict(`A role named ${draft.name} already exists.`);
  if (isBuiltInRole(draft.name)) {
    throw taken;
  }
  try {
    const { name, rights, displayName = null, externalId = null } = draft;
    const row = { id: newId(), name, rights, display_name: displayName, external_id: externalId };
    return await insertRole(tx, caller.org.id, row);
  } catch (error) {
    throw isViolationOf(error, "roles_by_name") ? taken : error;
  }
}

async function updateRole(
  tx: Transaction,
  caller: Caller,
  id: string,
  change: { readonly rights?: Right[] | undefined } & GroupFields,
): Promise<RoleRow> {
  const role = await requireRole(tx, caller.org.id, id);
  const rights = change.rights ?? role.rights;
  requireRights(caller, [...role.rights, ...rights], `Changing the role ${role.name}`);
  return saveRole(tx, caller.org.id, {
    ...role,
    rights,
    display_name: change.displayName === undefined ? role.display_name : change.displayName,
    external_id: change.externalId === undefined ? role.external_id : change.externalId,
  });
}

async function removeRole(tx: Transaction, caller: Caller, id: string): Promise<void> {
  const orgId = caller.org.id;
  const role = await requireRole(tx, orgId, id);
  requireRights(caller, role.rights, `Deleting the role ${role.name}`);
  const users = await countUsersWithRole(tx, orgId, role.name);
  if (users > 0) {
    throw conflict(`${users} users have the role ${role.name}. Assign them another role first.`, {
      counts: { user: users },
    });
  }
  await deleteRole(tx, orgId, id);
}

function requireRights(caller: Caller, rights: readonly Right[], act: string): void {
  requireGrants(caller, { rights, isAdministrator: false }, act);
}

async function requireRole(tx: Transaction, orgId: string, id: string): Promise<RoleRow> {
  const role = await lockRole(tx, orgId, id);
  if (role === undefined) {
    throw notFound("role", id);
  }
  return role;
}
