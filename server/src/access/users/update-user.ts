import { conflict, forbidden, notFound } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { Caller } from "../caller.ts";
import { revokeTokensOfUser } from "../keys/access-token-store.ts";
import { deleteSessionsOfUser } from "../sessions/session-store.ts";
import { requireRole } from "./create-user.ts";
import { countOtherOwners, deleteUser, lockOwners, lockUser, saveUser, type UserRow } from "./user-store.ts";

export interface UserChange {
  readonly name?: string | undefined;
  readonly role?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly passwordHash?: string | undefined;
}

/** A new password, role or a deactivation ends the user's sessions and tokens. */
export async function updateUser(tx: Transaction, caller: Caller, id: string, change: UserChange): Promise<UserRow> {
  const orgId = caller.org.id;
  const user = await requireUser(tx, orgId, id);
  const role = change.role ?? user.role;
  const isActive = change.isActive ?? user.is_active;
  requireOwnerFor(caller, [user.role, role]);
  await requireRole(tx, orgId, role);
  if (user.role === "owner" && (role !== "owner" || !isActive)) {
    await requireOtherOwner(tx, orgId, id);
  }
  if (change.passwordHash !== undefined || !isActive || role !== user.role) {
    await signOutUser(tx, orgId, id);
  }
  return saveUser(tx, orgId, {
    ...user,
    name: change.name ?? user.name,
    role,
    is_active: isActive,
    password_hash: change.passwordHash ?? user.password_hash,
  });
}

export async function removeUser(tx: Transaction, caller: Caller, id: string): Promise<void> {
  const user = await requireUser(tx, caller.org.id, id);
  requireOwnerFor(caller, [user.role]);
  if (user.role === "owner") {
    await requireOtherOwner(tx, caller.org.id, id);
  }
  await deleteUser(tx, caller.org.id, id);
}

/** Also for operators, who reset a password without being a caller. */
export async function setPassword(tx: Transaction, orgId: string, user: UserRow, passwordHash: string): Promise<void> {
  await signOutUser(tx, orgId, user.id);
  await saveUser(tx, orgId, { ...user, password_hash: passwordHash, is_active: true });
}

/** Who is no owner must not become one through an account they control. An app's admin key counts as an owner. */
export function requireOwnerFor(caller: Caller, roles: readonly string[]): void {
  const isOwner = caller.actor.type === "app" || caller.role === "owner";
  if (roles.includes("owner") && !isOwner) {
    throw forbidden("Only an owner may create, change or remove an owner.");
  }
}

async function signOutUser(tx: Transaction, orgId: string, userId: string): Promise<void> {
  await deleteSessionsOfUser(tx, orgId, userId);
  await revokeTokensOfUser(tx, orgId, userId);
}

/** Owners first, as for every change of a user: see lockOwners. */
export async function lockUserAmongOwners(tx: Transaction, orgId: string, id: string): Promise<UserRow | undefined> {
  await lockOwners(tx, orgId);
  return lockUser(tx, orgId, id);
}

async function requireUser(tx: Transaction, orgId: string, id: string): Promise<UserRow> {
  const user = await lockUserAmongOwners(tx, orgId, id);
  if (user === undefined) {
    throw notFound("user", id);
  }
  return user;
}

async function requireOtherOwner(tx: Transaction, orgId: string, id: string): Promise<void> {
  if ((await countOtherOwners(tx, orgId, id)) === 0) {
    throw conflict("This is the organization's last owner. Make somebody else an owner first.");
  }
}
