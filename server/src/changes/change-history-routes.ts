import { exportChanges as exportOperation, listChanges as listOperation } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import type { Reads } from "../platform/database/replica-reads.ts";
import { invalidRequest } from "../platform/errors.ts";
import { maxStaleMs } from "../platform/http/cache-headers.ts";
import { type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import { parseChangeOrder } from "./change-criteria.ts";
import { encodeCursor, type Position, parseStart } from "./change-cursor.ts";
import { exportChanges } from "./export-changes.ts";
import { type FollowServices, followChanges } from "./follow-changes.ts";
import { listChanges } from "./list-changes.ts";
import { type ChangeReaderServices, presenterFor, searchOf } from "./read-changes-for.ts";

const route = routesFor<Caller>();

export interface ChangeHistoryServices extends FollowServices, ChangeReaderServices {
  readonly reads: Reads;
}

export function changeHistoryRoutes(services: ChangeHistoryServices): Route[] {
  return [
    route(listOperation, async ({ caller, query, request, ended, budget }) => {
      const search = await searchOf(services, caller, query);
      const present = presenterFor(services, caller);
      if (query.after !== undefined) {
        requireNoPaging(query);
        const after = parseStart("after", query.after);
        const waitMs = (query.wait ?? 0) * 1000;
        const page = await followChanges(services, search, { after, limit: query.limit, waitMs, ended, budget });
        return { status: 200, body: { results: await present(page.rows), ...presentPlace(page.coveredUntil) } };
      }
      if (query.wait !== undefined) {
        throw invalidRequest("wait requires after: send a cursor, or after=now.");
      }
      const order = parseChangeOrder(query.order ?? {});
      const { limit, nextPageKey } = query;
      const db = readerFor(services, caller, request, nextPageKey);
      const page = await listChanges(db, search, { order, limit, nextPageKey, budget });
      const paging = page.nextPageKey === undefined ? {} : { nextPageKey: page.nextPageKey };
      return {
        status: 200,
        body: {
          results: await present(page.rows),
          ...paging,
          coveredUntil: encodeCursor(page.coveredUntil),
          coveredUntilTime: new Date(page.coveredUntilStamp).toISOString(),
        },
      };
    }),
    route(exportOperation, async ({ caller, query, request, ended, budget }) => {
      const after = query.after === undefined ? undefined : parseStart("after", query.after);
      const db = readerFor(services, caller, request, query.after);
      const { stream, coveredUntil } = await exportChanges(db, await searchOf(services, caller, query), {
        after,
        present: presenterFor(services, caller),
        ended,
        budget,
      });
      return { status: 200, headers: { "x-covered-until": encodeCursor(coveredUntil) }, stream };
    }),
  ];
}

/** A read from a position in the log uses the primary: a replica may not have reached that position. */
function readerFor(
  { reads }: ChangeHistoryServices,
  { org }: Caller,
  { headers }: RequestFacts,
  place: string | undefined,
) {
  return reads.forAge(org.id, place === undefined ? maxStaleMs(headers) : 0);
}

function requireNoPaging(query: { readonly order?: object | undefined; readonly nextPageKey?: string | undefined }) {
  if (query.order !== undefined || query.nextPageKey !== undefined) {
    const detail = "after returns records in log order: omit order and nextPageKey, and continue with coveredUntil.";
    throw invalidRequest(detail);
  }
}

function presentPlace(place: Position) {
  return { coveredUntil: encodeCursor(place), coveredUntilTime: new Date(place.stamp).toISOString() };
}
