import { changeSetOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { ReadingDatabase, Reads } from "../platform/database/replica-reads.ts";
import { notFound } from "../platform/errors.ts";
import { groupBy } from "../platform/group-by.ts";
import { maxStaleMs } from "../platform/http/cache-headers.ts";
import { type Route, routesFor } from "../platform/http/route.ts";
import { startSnapshot } from "./change-history-store.ts";
import { forceIndexScans } from "./change-scan-store.ts";
import { listChangeSets } from "./list-change-sets.ts";
import { locateChangeSet, namesOfSets } from "./locate-change-set.ts";
import { type EntityLabel, presentChangeSet } from "./present-change-set.ts";
import { type ChangeSetRows, readChangeSets } from "./read-change-sets.ts";
import { type ChangeReaderServices, presenterFor, searchOf } from "./read-changes-for.ts";
import { readableChanges } from "./readable-changes.ts";

const route = routesFor<Caller>();

export interface ChangeSetServices extends ChangeReaderServices {
  readonly reads: Reads;
  /** What existing entities are called now, by id, as far as the caller may read them. */
  readonly labelsOf: (
    caller: Caller,
    entityType: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, EntityLabel>>;
}

export function changeSetRoutes(services: ChangeSetServices): Route[] {
  const { list, get } = changeSetOperations;
  return [
    route(list, async ({ caller, query, request, budget }) => {
      const search = await searchOf(services, caller, query);
      const { limit, nextPageKey } = query;
      const db = services.reads.forAge(caller.org.id, nextPageKey === undefined ? maxStaleMs(request.headers) : 0);
      const page = await readLog(db, budget, async (tx) => {
        const listed = await listChangeSets(tx, search, { limit, nextPageKey });
        const readable = readableChanges(caller, undefined);
        return { ...listed, sets: await readChangeSets(tx, { ...listed, orgId: search.orgId, readable, budget }) };
      });
      const paging = page.nextPageKey === undefined ? {} : { nextPageKey: page.nextPageKey };
      return { status: 200, body: { results: await presentSets(services, caller, page.sets), ...paging } };
    }),
    route(get, async ({ caller, params: { id }, request, budget }) => {
      const db = services.reads.forAge(caller.org.id, maxStaleMs(request.headers));
      const sets = await readLog(db, budget, (tx) => readChangeSet(tx, caller, id, budget));
      const [set] = await presentSets(services, caller, sets);
      if (set === undefined) {
        throw notFound("change set", id);
      }
      return { status: 200, body: set };
    }),
  ];
}

function readLog<Result>(db: ReadingDatabase, budget: Budget, read: (tx: Transaction) => Promise<Result>) {
  return budget.read(() =>
    db.transaction(async (tx) => {
      await startSnapshot(tx);
      await forceIndexScans(tx);
      return read(tx);
    }),
  );
}

async function readChangeSet(tx: Transaction, caller: Caller, id: string, budget: Budget): Promise<ChangeSetRows[]> {
  const orgId = caller.org.id;
  const readable = readableChanges(caller, undefined);
  const names = await namesOfSets(tx, orgId, [id]);
  const head = await locateChangeSet(tx, { orgId, id, readable, budget }, names);
  return head === undefined ? [] : readChangeSets(tx, { orgId, heads: [head], names, readable, budget });
}

async function presentSets(services: ChangeSetServices, caller: Caller, sets: readonly ChangeSetRows[]) {
  const rows = sets.flatMap((set) => set.rows);
  const records = await presenterFor(services, caller)(rows);
  const labels = new Map<string, EntityLabel>();
  for (const [entityType, ofType] of groupBy(rows, ({ entity_type }) => entity_type)) {
    const ids = [...new Set(ofType.map(({ entity_id }) => entity_id))];
    for (const [id, label] of await services.labelsOf(caller, entityType, ids)) {
      labels.set(`${entityType}:${id}`, label);
    }
  }
  const recordsOfSets = groupBy(records, ({ changeSetId }) => changeSetId);
  return sets.flatMap((set) => presentChangeSet(set, recordsOfSets.get(set.id) ?? [], labels));
}
