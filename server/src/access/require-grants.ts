import { forbidden } from "../errors.ts";
import type { Database } from "../platform/database/database.ts";
import type { Caller } from "./caller.ts";
import { coversGrants } from "./covers-grants.ts";
import { type Grants, grantsOfRole, isBuiltInRole } from "./presets.ts";
import { findRightsOfRole } from "./users/role-store.ts";

/**
 * Rejects a caller who would grant or obtain more than they have. The message begins with the action, such as "Changing
 * this user".
 */
export function requireGrants(caller: Caller, wanted: Grants, act: string): void {
  if (!coversGrants(caller, wanted)) {
    throw forbidden(`${act} requires ${missingOf(caller, wanted)}, which this credential does not have.`);
  }
}

/** Like requireGrants, for all that a user with this role may do. An owner has more than an administrator. */
export async function requireGrantsOfRole(db: Database, caller: Caller, role: string, act: string): Promise<void> {
  if (role === "owner") {
    requireOwnerCaller(caller, act);
  }
  const ownRights = isBuiltInRole(role) ? null : await findRightsOfRole(db, caller.org.id, role);
  requireGrants(caller, grantsOfRole(role, ownRights), act);
}

/** Owners are users: an app's key and a narrowed credential of an owner never count as one. */
export function requireOwnerCaller(caller: Pick<Caller, "role" | "isNarrowed">, act: string): void {
  if (caller.role !== "owner" || caller.isNarrowed) {
    throw forbidden(`${act} requires the role owner, which this credential does not have.`);
  }
}

function missingOf(caller: Caller, wanted: Grants): string {
  if (wanted.isAdministrator && !caller.isAdministrator) {
    return "administrator permissions";
  }
  const missing = wanted.rights.find((right) => !coversGrants(caller, { ...wanted, rights: [right] }));
  return `permission to ${missing?.verbs.join(", ")} ${missing?.typePath}`;
}
