import { exportChanges as exportOperation, listChanges as listOperation } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import type { Reads } from "../platform/database/replica-reads.ts";
import { invalidRequest } from "../platform/errors.ts";
import { maxStaleMs } from "../platform/http/cache-headers.ts";
import { type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import type { ChangeRow } from "./change.ts";
import { parseChangeCriteria, parseChangeOrder, typesOfCriteria } from "./change-criteria.ts";
import { encodeCursor, type Position, parseStart } from "./change-cursor.ts";
import { findDeletedFederatedIds } from "./change-history-store.ts";
import type { ChangeSearch } from "./change-search.ts";
import { exportChanges } from "./export-changes.ts";
import { type FollowServices, followChanges } from "./follow-changes.ts";
import { listChanges } from "./list-changes.ts";
import { presentChanges, recordedFederatedId } from "./present-change.ts";
import { readableChanges, requireReadableField } from "./readable-changes.ts";
import { requireTypePath } from "./require-type-path.ts";

const route = routesFor<Caller>();

export interface ChangeHistoryServices extends FollowServices {
  readonly reads: Reads;
  /** The types of an org, for the current labels of its properties. */
  readonly typesOf: (orgId: string) => Promise<TypeTree>;
  /** The federatedIds that existing entities have now, by id. */
  readonly federatedIdsOf: (
    orgId: string,
    entityType: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
}

export function changeHistoryRoutes(services: ChangeHistoryServices): Route[] {
  const presenterFor = (caller: Caller) => async (rows: readonly ChangeRow[]) =>
    presentChanges(rows, caller, {
      types: await services.typesOf(caller.org.id),
      federatedIds: await findFederatedIds(services, caller.org.id, rows),
    });
  return [
    route(listOperation, async ({ caller, query, request, ended, budget }) => {
      const search = await searchOf(services, caller, query);
      const present = presenterFor(caller);
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
        present: presenterFor(caller),
        ended,
        budget,
      });
      return { status: 200, headers: { "x-covered-until": encodeCursor(coveredUntil) }, stream };
    }),
  ];
}

/**
 * The federatedIds of entities with an update that was recorded without one, by entityReference: the current one, or the
 * last one of a deleted entity.
 */
async function findFederatedIds(
  { db, federatedIdsOf }: ChangeHistoryServices,
  orgId: string,
  rows: readonly ChangeRow[],
): Promise<ReadonlyMap<string, string>> {
  const idsOfTypes = new Map<string, Set<string>>();
  for (const row of rows.filter((one) => recordedFederatedId(one) === undefined)) {
    const ids = idsOfTypes.get(row.entity_type) ?? new Set();
    idsOfTypes.set(row.entity_type, ids.add(row.entity_id));
  }
  const found = new Map<string, string>();
  for (const [entityType, ids] of idsOfTypes) {
    const existing = await federatedIdsOf(orgId, entityType, [...ids]);
    const gone = [...ids].filter((id) => !existing.has(id));
    const deleted = gone.length === 0 ? [] : await findDeletedFederatedIds(db.ofOrg(orgId), orgId, entityType, gone);
    for (const [id, federatedId] of [...existing, ...deleted]) {
      found.set(`${entityType}:${id}`, federatedId);
    }
  }
  return found;
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

async function searchOf(
  { db, typesOf }: ChangeHistoryServices,
  caller: Caller,
  query: {
    readonly criteria?: Readonly<Record<string, unknown>> | undefined;
    readonly entityType?: string | undefined;
  },
): Promise<ChangeSearch> {
  const criteria = parseChangeCriteria(query.criteria ?? {}, query.entityType);
  const orgId = caller.org.id;
  const types = await typesOf(orgId);
  for (const [typePath, pointer] of typesOfCriteria(criteria)) {
    await requireTypePath({ db: db.ofOrg(orgId), orgId, types }, typePath, pointer);
  }
  requireReadableField(caller, criteria);
  return { orgId, criteria, readable: readableChanges(caller, criteria.changed) };
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
