import { conflict, invalidField } from "../../errors.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { Problem } from "../../platform/problem.ts";
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
    throw isTaken(error, "users_by_email") ? emailTaken(draft.email) : error;
  }
}

export function emailTaken(email: string): Problem {
  return conflict(`A user with the email address ${email} already exists.`);
}

export async function requireRole(tx: Transaction, orgId: string, role: string): Promise<void> {
  if (!isBuiltInRole(role) && !(await hasRole(tx, orgId, role))) {
    throw invalidField(
      "#/role",
      `There is no role ${role}: use owner, admin, editor, viewer, or one from GET /api/roles.`,
    );
  }
}
