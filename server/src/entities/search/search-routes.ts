import { type EntityKindName, entityKinds, search } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { adviceOnName, shownName } from "../../platform/closest-name.ts";
import { isStatementTimeout } from "../../platform/database/unavailable.ts";
import { invalidField, queryTooSlow } from "../../platform/errors.ts";
import { maxStaleMs } from "../../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import { contextOf } from "../entity-reading-routes.ts";
import type { EntityServices } from "../entity-services.ts";
import { type EntityPage, listEntities } from "../list/list-entities.ts";

const route = routesFor<Caller>();
const kindNames = entityKinds.map(({ name }) => name);

/** The first page of each kind's list, so that what a list may show is all that can be found. */
export function searchRoutes(services: EntityServices): Route[] {
  return [
    route(search, async ({ caller, query, request, budget }) => {
      const { q, limit } = query;
      const db = services.reads.forAge(caller.org.id, maxStaleMs(request.headers));
      const found: string[] = [];
      for (const kind of requestedKinds(query.kinds)) {
        const context = await contextOf(services, caller, kind);
        const page = await listEntities(db, context, { q, limit }, budget).catch((error: unknown) => {
          throw isStatementTimeout(error) ? queryTooSlow("q") : error;
        });
        if (page.results.length > 0) {
          found.push(textOfKind(kind, page));
        }
      }
      return { status: 200, body: new JsonText(`{"results":[${found.join(",")}]}`) };
    }),
  ];
}

function requestedKinds(names: readonly string[] | undefined): readonly EntityKindName[] {
  const unknown = names?.find((name) => !kindNames.some((kind) => kind === name));
  if (unknown !== undefined) {
    throw invalidField("kinds", `There is no kind ${shownName(unknown)}. ${adviceOnName(unknown, kindNames)}`);
  }
  return kindNames.filter((kind) => names === undefined || names.includes(kind));
}

function textOfKind(kind: string, { results, nextPageKey }: EntityPage): string {
  return `{"kind":"${kind}","results":[${results.join(",")}],"hasMore":${nextPageKey !== undefined}}`;
}
