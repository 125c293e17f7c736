import type { Right } from "@weft/contract";
import { conflict, notFound } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { isTaken } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { isBuiltInRole } from "../presets.ts";
import { requireGrants } from "../require-grants.ts";
import { deleteRole, insertRole, lockRole, type RoleRow, saveRole } from "./role-store.ts";
import { countUsersWithRole } from "./user-store.ts";

/** Set by an identity provider through SCIM, and by no other caller. Null clears. */
export interface GroupFields {
  readonly displayName?: string | null | undefined;
  readonly externalId?: string | null | undefined;
}

export async function createRole(
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
    throw isTaken(error, "roles_by_name") ? taken : error;
  }
}

export async function updateRole(
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

export async function removeRole(tx: Transaction, caller: Caller, id: string): Promise<void> {
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
