import { userOperations } from "@weft/contract";
import { notFound } from "../../errors.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAccess, decodePageKey, entityTag, expectedVersion, toPage } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import { createUser } from "./create-user.ts";
import { removeUser, requireOwnerFor, updateUser } from "./update-user.ts";
import { findUser, listUsers, type UserRow } from "./user-store.ts";

const route = routesFor<Caller>();
const target = { typePath: "user" };

export function userRoutes(services: AccessServices): Route[] {
  const { db, passwords } = services;
  return [
    route(userOperations.list, async ({ caller, query }) => {
      requireRight(caller, "read", target, "list");
      const rows = await listUsers(db, caller.org.id, decodePageKey(query.nextPageKey), query.limit + 1);
      return { status: 200, body: toPage(rows, query.limit, presentUser) };
    }),
    route(userOperations.create, async ({ caller, body }) => {
      requireRight(caller, "create", target, "list");
      requireOwnerFor(caller, [body.role]);
      const passwordHash = body.password === undefined ? null : await passwords.hash(body.password);
      const draft = { email: body.email, name: body.name, role: body.role, passwordHash, ssoSubject: null };
      const user = await changeAccess(services, (tx) => createUser(tx, caller.org.id, draft));
      return {
        status: 201,
        headers: { location: `/api/users/${user.id}`, ...entityTag(user.version) },
        body: presentUser(user),
      };
    }),
    route(userOperations.get, async ({ caller, params }) => {
      requireRight(caller, "read", target, params.id);
      const user = await findUser(db, caller.org.id, params.id);
      if (user === undefined) {
        throw notFound("user", params.id);
      }
      return { status: 200, headers: entityTag(user.version), body: presentUser(user) };
    }),
    route(userOperations.update, async ({ caller, params, body, request }) => {
      requireRight(caller, "update", target, params.id);
      const { password, ...rest } = body;
      const passwordHash = password === undefined ? undefined : await passwords.hash(password);
      const change = { ...rest, passwordHash, expectedVersion: expectedVersion(request.headers) };
      const user = await changeAccess(services, (tx) => updateUser(tx, caller, params.id, change));
      return { status: 200, headers: entityTag(user.version), body: presentUser(user) };
    }),
    route(userOperations.remove, async ({ caller, params }) => {
      requireRight(caller, "delete", target, params.id);
      await changeAccess(services, (tx) => removeUser(tx, caller, params.id));
      return { status: 204 };
    }),
  ];
}

function presentUser(user: UserRow) {
  return {
    id: user.id,
    entityType: "user" as const,
    typePath: "user" as const,
    email: user.email,
    name: user.name,
    role: user.role,
    isActive: user.is_active,
    hasPassword: user.password_hash !== null,
    hasSignOn: user.sso_subject !== null,
    lastLoginOn: user.last_login_on?.toISOString() ?? null,
    createdOn: user.created_on.toISOString(),
    updatedOn: user.updated_on.toISOString(),
    version: user.version,
  };
}
