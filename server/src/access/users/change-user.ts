import type { Transaction } from "../../platform/database/database.ts";
import { isViolationOf } from "../../platform/error-code.ts";
import { conflict, invalidField, notFound } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { Problem } from "../../platform/problem.ts";
import type { Caller } from "../caller.ts";
import { isBuiltInRole, requireGrantsOfRole } from "../grants.ts";
import { revokeTokensOfUser } from "../keys/access-token-store.ts";
import { revokeKeysSeenByOthers } from "../keys/api-key-store.ts";
import { hasRole } from "../role-store.ts";
import { deleteSessionsOfUser } from "../sessions/session-store.ts";
import {
  countOtherOwners,
  deleteUser,
  insertUser,
  lockOwners,
  lockUser,
  saveUser,
  type UserRow,
} from "../user-store.ts";

interface UserChange {
  readonly name?: string | undefined;
  readonly role?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly passwordHash?: string | undefined;
  /** These four only through SCIM. Null clears. */
  readonly email?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
}

/** A new password, a new role or a deactivation ends the user's sessions and tokens. */
export async function updateUser(tx: Transaction, caller: Caller, id: string, change: UserChange): Promise<UserRow> {
  const orgId = caller.org.id;
  const user = await requireUser(tx, orgId, id);
  const role = change.role ?? user.role;
  const isActive = change.isActive ?? user.is_active;
  await requireGrantsOfRole(tx, caller, user.role, `Changing the user ${user.email}`);
  await requireGrantsOfRole(tx, caller, role, `Assigning the role ${role}`);
  await requireRole(tx, orgId, role);
  if (user.role === "owner" && (role !== "owner" || !isActive)) {
    await requireOtherOwner(tx, orgId, id);
  }
  if (change.passwordHash !== undefined || !isActive || role !== user.role) {
    await signOutUser(tx, orgId, id);
  }
  if (role === "owner" && user.role !== "owner") {
    // An administrator who created a key for the user must not end up with a key of an owner.
    await revokeKeysSeenByOthers(tx, orgId, id, new Date());
  }
  return saveChanged(tx, orgId, { ...changedFields(user, change), role, is_active: isActive });
}

function changedFields(user: UserRow, change: UserChange): UserRow {
  return {
    ...user,
    email: change.email ?? user.email,
    name: change.name ?? user.name,
    password_hash: change.passwordHash ?? user.password_hash,
    external_id: change.externalId === undefined ? user.external_id : change.externalId,
    given_name: change.givenName === undefined ? user.given_name : change.givenName,
    family_name: change.familyName === undefined ? user.family_name : change.familyName,
  };
}

async function saveChanged(tx: Transaction, orgId: string, user: UserRow): Promise<UserRow> {
  try {
    return await saveUser(tx, orgId, user);
  } catch (error) {
    throw isViolationOf(error, "users_by_email") ? emailTaken(user.email) : error;
  }
}

export async function removeUser(tx: Transaction, caller: Caller, id: string): Promise<void> {
  const user = await requireUser(tx, caller.org.id, id);
  await requireGrantsOfRole(tx, caller, user.role, `Deleting the user ${user.email}`);
  await deleteUnlessLastOwner(tx, caller.org.id, user);
}

/** Deletes the user with all of their credentials. Requires lockUserAmongOwners. */
export async function deleteUnlessLastOwner(tx: Transaction, orgId: string, user: UserRow): Promise<void> {
  if (user.role === "owner") {
    await requireOtherOwner(tx, orgId, user.id);
  }
  await deleteUser(tx, orgId, user.id);
}

/** Also used by operators, who reset a password without being a caller. */
export async function setPassword(tx: Transaction, orgId: string, user: UserRow, passwordHash: string): Promise<void> {
  await signOutUser(tx, orgId, user.id);
  await saveUser(tx, orgId, { ...user, password_hash: passwordHash, is_active: true });
}

async function signOutUser(tx: Transaction, orgId: string, userId: string): Promise<void> {
  await deleteSessionsOfUser(tx, orgId, userId);
  await revokeTokensOfUser(tx, orgId, userId);
}

/** Locks the owners first, as for every change of a user: see lockOwners. */
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
    throw conflict("This is the organization's last owner. Make another user an owner first.");
  }
}

interface UserDraft {
  readonly email: string;
  readonly name: string | undefined;
  readonly role: string;
  readonly passwordHash: string | null;
  readonly ssoSubject: string | null;
  readonly isActive?: boolean | undefined;
  readonly externalId?: string | null | undefined;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
}

export async function createUser(tx: Transaction, orgId: string, draft: UserDraft): Promise<UserRow> {
  await requireRole(tx, orgId, draft.role);
  try {
    return await insertUser(tx, orgId, {
      id: newId(),
      email: draft.email,
      name: draft.name ?? draft.email,
      role: draft.role,
      password_hash: draft.passwordHash,
      sso_subject: draft.ssoSubject,
      is_active: draft.isActive ?? true,
      external_id: draft.externalId ?? null,
      given_name: draft.givenName ?? null,
      family_name: draft.familyName ?? null,
    });
  } catch (error) {
    throw isViolationOf(error, "users_by_email") ? emailTaken(draft.email) : error;
  }
}

function emailTaken(email: string): Problem {
  return conflict(`A user with the email address ${email} already exists.`);
}

async function requireRole(tx: Transaction, orgId: string, role: string): Promise<void> {
  if (!isBuiltInRole(role) && !(await hasRole(tx, orgId, role))) {
    throw invalidField(
      "#/role",
      `There is no role ${role}: use owner, admin, editor, viewer, or one from GET /api/roles.`,
    );
  }
}
