import { appOperations } from "@weft/contract";
import { notFound } from "../../errors.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { AccessServices } from "../access-services.ts";
import { changeAccess, decodePageKey, entityTag, expectedVersion, toPage } from "../administration.ts";
import type { Caller } from "../caller.ts";
import { requireRight } from "../decide.ts";
import { type AppRow, findApp, listApps } from "./app-store.ts";
import { createApp, removeApp, updateApp } from "./change-app.ts";

const route = routesFor<Caller>();
const target = { typePath: "app" };

export function appRoutes(services: AccessServices): Route[] {
  const { db } = services;
  return [
    route(appOperations.list, async ({ caller, query }) => {
      requireRight(caller, "read", target, "list");
      const rows = await listApps(db, caller.org.id, decodePageKey(query.nextPageKey), query.limit + 1);
      return { status: 200, body: toPage(rows, query.limit, presentApp) };
    }),
    route(appOperations.create, async ({ caller, body }) => {
      requireRight(caller, "create", target, "list");
      const app = await changeAccess(services, (tx) => createApp(tx, caller.org.id, body));
      return {
        status: 201,
        headers: { location: `/api/apps/${app.id}`, ...entityTag(app.version) },
        body: presentApp(app),
      };
    }),
    route(appOperations.get, async ({ caller, params }) => {
      requireRight(caller, "read", target, params.id);
      const app = await findApp(db, caller.org.id, params.id);
      if (app === undefined) {
        throw notFound("app", params.id);
      }
      return { status: 200, headers: entityTag(app.version), body: presentApp(app) };
    }),
    route(appOperations.update, async ({ caller, params, body, request }) => {
      requireRight(caller, "update", target, params.id);
      const change = {
        name: body.name,
        description: body.description,
        expectedVersion: expectedVersion(request.headers),
      };
      const app = await changeAccess(services, (tx) => updateApp(tx, caller.org.id, params.id, change));
      return { status: 200, headers: entityTag(app.version), body: presentApp(app) };
    }),
    route(appOperations.remove, async ({ caller, params }) => {
      requireRight(caller, "delete", target, params.id);
      await changeAccess(services, (tx) => removeApp(tx, caller.org.id, params.id));
      return { status: 204 };
    }),
  ];
}

function presentApp(app: AppRow) {
  return {
    id: app.id,
    entityType: "app" as const,
    typePath: "app" as const,
    name: app.name,
    description: app.description,
    createdOn: app.created_on.toISOString(),
    updatedOn: app.updated_on.toISOString(),
    version: app.version,
  };
}
