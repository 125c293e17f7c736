import { conflict, invalidField } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { isTaken } from "../administration.ts";
import { isBuiltInRole } from "../presets.ts";
import { hasRole } from "./role-store.ts";
import { insertUser, type UserRow } from "./user-store.ts";

export interface UserDraft {
  readonly email: string;
  readonly name: string | undefined;
  readonly role: string;
  readonly passwordHash: string | null;
  readonly ssoSubject: string | null;
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
    });
  } catch (error) {
    throw isTaken(error, "users_by_email") ? conflict(`A user with the address ${draft.email} exists already.`) : error;
  }
}

export async function requireRole(tx: Transaction, orgId: string, role: string): Promise<void> {
  if (!isBuiltInRole(role) && !(await hasRole(tx, orgId, role))) {
    throw invalidField(
      "#/role",
      `There is no role ${role}: take owner, admin, editor, viewer, or one of GET /api/roles.`,
    );
  }
}
