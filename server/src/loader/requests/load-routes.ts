import { loadOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { type StoredResponse, withIdempotencyKey } from "../../entities/idempotency/answer-once.ts";
import { listDocuments } from "../../entities/list/list-documents.ts";
import { writerOfCaller } from "../../entities/model/write-request.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { entityTag, isNotModified } from "../../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import type { Load } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { listLoads } from "../load-store.ts";
import { askUndo, cancelLoad, planLoadRemoval, removeLoad } from "./change-load.ts";
import { loadKindName, presentLoad, presentLoadInList, requireLoadRight, watchLoad } from "./read-load.ts";
import { type LoadStart, startLoad } from "./start-load.ts";

const route = routesFor<Caller>();

export function loadRoutes(services: LoadServices): Route[] {
  return [...readingRoutes(services), ...changingRoutes(services)];
}

function readingRoutes(services: LoadServices): Route[] {
  return [
    route(loadOperations.list, async ({ caller, query, budget }) => {
      requireLoadRight(caller, "read", "list");
      const page = await budget.read(async () => {
        const loads = await listLoads(services.db, caller.org.id);
        const documents = loads.map((load) => presentLoadInList(load, caller));
        return listDocuments(documents, loadKindName, query, budget);
      });
      return { status: 200, body: new JsonText(JSON.stringify(page)) };
    }),
    route(loadOperations.get, async ({ caller, params, query, request, ended }) => {
      const waitMs = (query.wait ?? 0) * 1_000;
      const load = await watchLoad(services, caller, params.id, { waitMs, ended });
      const headers = entityTag(load.version);
      return isNotModified(request.headers, load.version)
        ? { status: 304 as const, headers }
        : { status: 200 as const, headers, body: bodyOf(load, caller) };
    }),
  ];
}

function changingRoutes(services: LoadServices): Route[] {
  return [
    route(loadOperations.create, async ({ caller, body, request, ended }) => {
      const start = { caller, writer: writerOfCaller(caller, request), request: body, ended };
      const key = request.headers["idempotency-key"];
      // A sample run writes nothing that could be duplicated.
      const { headers, body: text } =
        typeof key === "string" && body.sampleRows === undefined
          ? await startOnce(services, start, key)
          : startedAnswer(await startLoad(services, start), caller);
      return { status: 201, headers, body: new JsonText(text) };
    }),
    route(loadOperations.cancel, async ({ caller, params }) => {
      const load = await cancelLoad(services, caller, params.id);
      return { status: 200, headers: entityTag(load.version), body: bodyOf(load, caller) };
    }),
    route(loadOperations.undo, async ({ caller, params, request }) => {
      const load = await askUndo(services, caller, writerOfCaller(caller, request), params.id);
      return { status: 200, headers: entityTag(load.version), body: bodyOf(load, caller) };
    }),
    route(loadOperations.remove, async ({ caller, params, query }) => {
      await (query.dryRun === true ? planLoadRemoval : removeLoad)(services, caller, params.id);
      return { status: 204 };
    }),
  ];
}

/** The same request with the same key is one load. */
function startOnce(services: LoadServices, start: LoadStart, key: string): Promise<StoredResponse> {
  const { caller, request } = start;
  const content = JSON.stringify(["start load", request]);
  return withIdempotencyKey(services.db, { caller, key, content }, async (keep) => {
    const alongside = (tx: Transaction, load: Load) => keep(tx, startedAnswer(load, caller));
    return startedAnswer(await startLoad(services, { ...start, alongside }), caller);
  });
}

function startedAnswer(load: Load, caller: Caller): StoredResponse {
  const headers = { location: `/api/loader-processes/${load.id}`, ...entityTag(load.version) };
  return { status: 201, headers, body: JSON.stringify(presentLoad(load, caller)) };
}

function bodyOf(load: Load, caller: Caller): JsonText {
  return new JsonText(JSON.stringify(presentLoad(load, caller)));
}
