import type { userOperations } from "@weft/contract";
import type { z } from "zod";
import { type EntityKind, presentFound } from "../../kinds/entity-kind.ts";
import type { AccessServices } from "../access-services.ts";
import { announceAccess } from "../administration.ts";
import { requireRight } from "../decide.ts";
import { requireGrantsOfRole } from "../grants.ts";
import { revokeKeys } from "../keys/change-api-key.ts";
import type { Passwords } from "../passwords.ts";
import { recordEndedSessions } from "../sessions/sign-in.ts";
import { findUser, listUsers, type UserRow } from "../user-store.ts";
import { createUser, lockUserAmongOwners, removeUser, updateUser } from "./change-user.ts";
import { requireStrongPassword } from "./password-strength.ts";

/** Computed from the password before the transaction, which must not wait for it. */
type Hashed = { readonly passwordHash?: string };

/** Set by an identity provider through SCIM, and by no other caller. */
interface Provisioned {
  readonly externalId?: string | null | undefined;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
}

export type UserCreate = z.output<typeof userOperations.create.body> &
  Hashed &
  Provisioned & { readonly isActive?: boolean | undefined };
export type UserUpdate = z.output<typeof userOperations.update.body> &
  Hashed &
  Provisioned & { readonly email?: string | undefined };

/** Only administrators manage users, and only owners manage owners. */
export function userKind({
  bus,
  passwords,
}: Pick<AccessServices, "bus" | "passwords">): EntityKind<UserCreate, UserUpdate> {
  return {
    name: "user",
    plural: "users",
    hasHistory: false,
    audit: {
      as: "user",
      personalFields: ["email", "name", "givenName", "familyName", "externalId"],
      secretFields: ["password"],
    },
    shapesWrites: false,
    requireRight: (caller, verb, id) => void requireRight(caller, verb, { typePath: "user" }, id),
    list: async (db, caller) => (await listUsers(db, caller.org.id)).map(presentUser),
    find: async (db, caller, id) => presentFound(await findUser(db, caller.org.id, id), presentUser),
    lock: async (tx, caller, id) => presentFound(await lockUserAmongOwners(tx, caller.org.id, id), presentUser),
    prepareCreate: (body) => withHash(passwords, body),
    prepareUpdate: (body) => withHash(passwords, body),
    async create(tx, caller, { password, passwordHash = null, ...draft }) {
      const { email, role, name } = draft;
      requireStrong(password, [email, name, caller.org.slug, caller.org.name]);
      await requireGrantsOfRole(tx, caller, role, `Creating a user with the role ${role}`);
      const user = await createUser(tx, caller.org.id, { ...draft, name, passwordHash, ssoSubject: null });
      return { document: presentUser(user) };
    },
    update(tx, caller, { before, body }, { trail }) {
      const { email, name } = before;
      requireStrong(body.password, [email, name, body.name, caller.org.slug, caller.org.name]);
      return recordEndedSessions(tx, { orgId: caller.org.id, userId: before.id, trail }, async () => {
        const user = await updateUser(tx, caller, before.id, body);
        if (body.revokeKeys === true) {
          await revokeKeys(tx, caller.org.id, user.id, trail);
        }
        return presentUser(user);
      });
    },
    remove: (tx, caller, { id }, { trail }) =>
      recordEndedSessions(tx, { orgId: caller.org.id, userId: id, trail }, () => removeUser(tx, caller, id)),
    announce: () => announceAccess(bus),
  };
}

async function withHash<Body extends { readonly password?: string | undefined }>(passwords: Passwords, body: Body) {
  return body.password === undefined ? body : { ...body, passwordHash: await passwords.hash(body.password) };
}

function requireStrong(password: string | undefined, about: readonly unknown[]): void {
  if (password !== undefined) {
    requireStrongPassword(
      password,
      about.filter((text) => typeof text === "string"),
    );
  }
}

function presentUser(user: UserRow) {
  return {
    id: user.id,
    entityType: "user",
    typePath: "user",
    email: user.email,
    name: user.name,
    role: user.role,
    isActive: user.is_active,
    hasPassword: user.password_hash !== null,
    hasSignOn: user.sso_subject !== null,
    lastLoginOn: user.last_login_on?.toISOString() ?? null,
    externalId: user.external_id,
    givenName: user.given_name,
    familyName: user.family_name,
    createdOn: user.created_on.toISOString(),
    updatedOn: user.updated_on.toISOString(),
    version: user.version,
  };
}
