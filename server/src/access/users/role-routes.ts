import { roleOperations } from "@weft/contract";
import { notFound } from "../../errors.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAccess, decodePageKey, entityTag, expectedVersion, toPage } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import { createRole, removeRole, updateRole } from "./change-role.ts";
import { findRole, listRoles, type RoleRow } from "./role-store.ts";

const route = routesFor<Caller>();
const target = { typePath: "role" };

export function roleRoutes(services: AccessServices): Route[] {
  const { db } = services;
  return [
    route(roleOperations.list, async ({ caller, query }) => {
      requireRight(caller, "read", target, "list");
      const rows = await listRoles(db, caller.org.id, decodePageKey(query.nextPageKey), query.limit + 1);
      return { status: 200, body: toPage(rows, query.limit, presentRole) };
    }),
    route(roleOperations.create, async ({ caller, body }) => {
      requireRight(caller, "create", target, "list");
      const role = await changeAccess(services, (tx) => createRole(tx, caller.org.id, body));
      return {
        status: 201,
        headers: { location: `/api/roles/${role.id}`, ...entityTag(role.version) },
        body: presentRole(role),
      };
    }),
    route(roleOperations.get, async ({ caller, params }) => {
      requireRight(caller, "read", target, params.id);
      const role = await findRole(db, caller.org.id, params.id);
      if (role === undefined) {
        throw notFound("role", params.id);
      }
      return { status: 200, headers: entityTag(role.version), body: presentRole(role) };
    }),
    route(roleOperations.update, async ({ caller, params, body, request }) => {
      requireRight(caller, "update", target, params.id);
      const change = { rights: body.rights, expectedVersion: expectedVersion(request.headers) };
      const role = await changeAccess(services, (tx) => updateRole(tx, caller.org.id, params.id, change));
      return { status: 200, headers: entityTag(role.version), body: presentRole(role) };
    }),
    route(roleOperations.remove, async ({ caller, params }) => {
      requireRight(caller, "delete", target, params.id);
      await changeAccess(services, (tx) => removeRole(tx, caller.org.id, params.id));
      return { status: 204 };
    }),
  ];
}

function presentRole(role: RoleRow) {
  return {
    id: role.id,
    entityType: "role" as const,
    typePath: "role" as const,
    name: role.name,
    rights: role.rights,
    createdOn: role.created_on.toISOString(),
    updatedOn: role.updated_on.toISOString(),
    version: role.version,
  };
}
