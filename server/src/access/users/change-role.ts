import type { Right } from "@weft/contract";
import { conflict, notFound } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { isTaken } from "../administration.ts";
import { isBuiltInRole } from "../presets.ts";
import { deleteRole, insertRole, lockRole, type RoleRow, saveRole } from "./role-store.ts";
import { countUsersWithRole } from "./user-store.ts";

export async function createRole(
  tx: Transaction,
  orgId: string,
  draft: { readonly name: string; readonly rights: Right[] },
): Promise<RoleRow> {
  const taken = conflict(`A role named ${draft.name} exists already.`);
  if (isBuiltInRole(draft.name)) {
    throw taken;
  }
  try {
    return await insertRole(tx, orgId, { id: newId(), ...draft });
  } catch (error) {
    throw isTaken(error, "roles_by_name") ? taken : error;
  }
}

export async function updateRole(
  tx: Transaction,
  orgId: string,
  id: string,
  change: { readonly rights?: Right[] | undefined },
): Promise<RoleRow> {
  const role = await requireRole(tx, orgId, id);
  return saveRole(tx, orgId, { ...role, rights: change.rights ?? role.rights });
}

export async function removeRole(tx: Transaction, orgId: string, id: string): Promise<void> {
  const role = await requireRole(tx, orgId, id);
  const users = await countUsersWithRole(tx, orgId, role.name);
  if (users > 0) {
    throw conflict(`${users} users have the role ${role.name}. Give them another first.`, { counts: { user: users } });
  }
  await deleteRole(tx, orgId, id);
}

async function requireRole(tx: Transaction, orgId: string, id: string): Promise<RoleRow> {
  const role = await lockRole(tx, orgId, id);
  if (role === undefined) {
    throw notFound("role", id);
  }
  return role;
}
