import { type AdministeredOperations, getOrg, operations, updateOrg } from "@weft/contract";
import type { z } from "zod";
import { originOf } from "../access/audit/audit-log.ts";
import type { Caller } from "../access/caller.ts";
import { listDocuments } from "../entities/list/list-documents.ts";
import { writerOfCaller } from "../entities/model/write-request.ts";
import { closestName } from "../platform/closest-name.ts";
import { entityTag, expectedVersion, isNotModified } from "../platform/http/cache-headers.ts";
import { JsonText, type OutputOf, type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import { Problem } from "../platform/problem.ts";
import type { ChangeableKind, EntityKind, KindDocument } from "./entity-kind.ts";
import {
  createKind,
  type KindCall,
  type KindServices,
  listKind,
  readKind,
  removeKind,
  updateKind,
} from "./kind-verbs.ts";

const route = routesFor<Caller>();

/** The five verbs on a kind that has its own tables. */
export function kindRoutes<
  Shape extends z.ZodObject,
  Create extends z.ZodType<object>,
  Created extends z.ZodType,
  Update extends z.ZodType<object>,
>(
  services: KindServices,
  kind: EntityKind<OutputOf<Create> & object, OutputOf<Update> & object>,
  operations: AdministeredOperations<Shape, Create, Created, Update>,
): Route[] {
  return [...kindRoutesWithoutDelete(services, kind, operations), deleteRoute(services, kind, operations)];
}

/** For a kind whose delete has parameters of its own. */
export function kindRoutesWithoutDelete<
  Shape extends z.ZodObject,
  Create extends z.ZodType<object>,
  Created extends z.ZodType,
  Update extends z.ZodType<object>,
>(
  services: KindServices,
  kind: EntityKind<OutputOf<Create> & object, OutputOf<Update> & object>,
  operations: Omit<AdministeredOperations<Shape, Create, Created, Update>, "remove">,
): Route[] {
  return [
    route(operations.list, async ({ caller, query, budget }) => {
      const page = await budget.read(async () =>
        listDocuments(await listKind(services, kind, caller), kind.name, query, budget),
      );
      return { status: 200, body: json(page) };
    }),
    route(operations.create, async ({ caller, body, query, request }) => {
      const call = kindCallOf(caller, request, query);
      const { document, shownOnce = {} } = await createKind(services, kind, call, body);
      const headers = { location: `/api/${kind.plural}/${document.id}`, ...entityTag(document.version) };
      return { status: 201, headers, body: json({ ...document, ...shownOnce }) };
    }),
    route(operations.get, async ({ caller, params, request }) =>
      found(await readKind(services, kind, caller, params.id), request),
    ),
    route(operations.update, async ({ caller, params, body, query, request }) => {
      const call = kindCallOf(caller, request, query);
      return changed(await updateKind(services, kind, call, { id: params.id, body }));
    }),
  ];
}

function deleteRoute<
  Shape extends z.ZodObject,
  Create extends z.ZodType<object>,
  Created extends z.ZodType,
  Update extends z.ZodType<object>,
>(
  services: KindServices,
  kind: EntityKind<OutputOf<Create> & object, OutputOf<Update> & object>,
  { remove }: Pick<AdministeredOperations<Shape, Create, Created, Update>, "remove">,
): Route {
  return route(remove, async ({ caller, params, query, request }) => {
    await removeKind(services, kind, kindCallOf(caller, request, query), params.id);
    return { status: 204 };
  });
}

/** Reading and changing the caller's org, which needs no id. */
export function orgRoutes(services: KindServices, kind: ChangeableKind<z.output<typeof updateOrg.body>>): Route[] {
  return [
    route(getOrg, async ({ caller, request }) => found(await readKind(services, kind, caller, caller.org.id), request)),
    route(updateOrg, async ({ caller, body, query, request }) => {
      const call = kindCallOf(caller, request, query);
      return changed(await updateKind(services, kind, call, { id: caller.org.id, body }));
    }),
  ];
}

function found(document: KindDocument, { headers: sent }: RequestFacts) {
  const headers = entityTag(document.version);
  return isNotModified(sent, document.version)
    ? { status: 304 as const, headers }
    : { status: 200 as const, headers, body: json(document) };
}

function changed(document: KindDocument) {
  return { status: 200 as const, headers: entityTag(document.version), body: json(document) };
}

interface WriteQuery {
  readonly dryRun?: boolean | undefined;
  readonly force?: boolean | undefined;
}

/** A call on a kind, as described by the request. */
export function kindCallOf(caller: Caller, request: RequestFacts, { dryRun, force }: WriteQuery = {}): KindCall {
  return {
    caller,
    writer: writerOfCaller(caller, request),
    origin: originOf(request),
    isForced: force === true,
    isDryRun: dryRun === true,
    expectedVersion: expectedVersion(request.headers),
  };
}

function json(value: object | KindDocument): JsonText {
  return new JsonText(JSON.stringify(value));
}

/** The first segments of all API paths: the plurals of the kinds and a few other words. */
const segments = new Set(operations.map(({ path }) => path.split("/")[1] ?? ""));

/** The problem for a path below /api whose first segment is not a kind; undefined if the error is elsewhere. */
export function unknownKind(path: string): Problem | undefined {
  const [, name] = /^\/api\/([^/]+)/.exec(path) ?? [];
  if (name === undefined || segments.has(name)) {
    return undefined;
  }
  const shown = name.slice(0, 60);
  const closest = closestName(shown, segments);
  const meant = closest === undefined ? "" : ` Did you mean /api/${closest}?`;
  return new Problem("unknown-entity-type", `There is no kind of entity at /api/${shown}.${meant}`);
}
