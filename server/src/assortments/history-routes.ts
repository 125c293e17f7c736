import { Readable } from "node:stream";
import { assortmentOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedDatabase } from "../platform/database/database.ts";
import { unavailable } from "../platform/errors.ts";
import { type Route, routesFor } from "../platform/http/route.ts";
import type { PublishChangeRow } from "./publish-change-store.ts";
import { type HistoryServices, listDetails, listHistory, presentState, readPublishChange } from "./publish-history.ts";
import { listBaseline } from "./published-member-store.ts";

const route = routesFor<Caller>();

export function assortmentHistoryRoutes(services: HistoryServices): Route[] {
  const { listHistory: list, getPublishChange, readBaseline } = assortmentOperations;
  return [
    route(list, async ({ caller, params: { id }, query }) => {
      const { changes, ...paging } = await listHistory(services, caller, id, query);
      return { status: 200, body: { results: changes.map((change) => presentChange(id, change)), ...paging } };
    }),
    route(getPublishChange, async ({ caller, params, query, budget }) => {
      const change = await readPublishChange(services, caller, params);
      const publish = { assortmentId: params.id, change };
      const { details, ...paging } = await listDetails(services.db, caller, publish, { ...query, budget });
      return { status: 200, body: { ...presentChange(params.id, change), details, ...paging } };
    }),
    route(readBaseline, async ({ caller, params, ended, budget }) => {
      const { number } = await readPublishChange(services, caller, params);
      const stream = streamBaseline(services.db, { caller, assortmentId: params.id, number, ended, budget });
      return { status: 200, stream };
    }),
  ];
}

function presentChange(assortmentId: string, change: PublishChangeRow) {
  const createdOn = change.created_on.toISOString();
  return {
    id: change.id,
    assortmentId,
    adds: change.adds,
    updates: change.updates,
    deletes: change.deletes,
    summary: {
      itemCount: change.item_count,
      familyCount: change.family_count,
      optionCount: change.option_count,
      updatedOn: createdOn,
    },
    createdOn,
    createdById: change.actor_id,
    createdBy: { id: change.actor_id, type: change.actor_type, name: change.actor_name },
    changeSetId: change.change_set_id,
    source: change.source,
    ...(change.source_id === null ? {} : { sourceId: change.source_id }),
    baselineUrl: `/api/assortments/${assortmentId}/history/${change.id}/baseline`,
  };
}

interface BaselineRequest {
  readonly caller: Caller;
  readonly assortmentId: string;
  /** The number of the publish. */
  readonly number: number;
  readonly ended: AbortSignal;
  /** Bounds each page. */
  readonly budget: Budget;
}

const pageMembers = 1_000;
// Small pages stream as fast, and hold less memory while the reader is slow.
const pageBytesMax = 2_097_152;

/** Streams the members as they were published, one line each. Later publishes do not change them. */
function streamBaseline(db: BoundedDatabase, request: BaselineRequest): Readable {
  return Readable.from(writeLines(db, request), { objectMode: false });
}

async function* writeLines(
  db: BoundedDatabase,
  { caller, assortmentId, number, ended, budget }: BaselineRequest,
): AsyncGenerator<string> {
  budget.limitTo(pageBytesMax);
  for (let afterItemId = ""; ; ) {
    const range = { orgId: caller.org.id, assortmentId, afterItemId, limit: pageMembers };
    budget.rewind(0);
    const { rows, isCut } = await budget.read(() => listBaseline(db, range, number, budget));
    const lines = rows.flatMap((row) => {
      const state = presentState(caller, row);
      return state === undefined ? [] : [`${JSON.stringify({ id: row.member_id, ...state, version: row.version })}\n`];
    });
    yield lines.join("");
    if (ended.aborted) {
      // A stream that simply ended would look complete.
      throw unavailable("The service is shutting down. Read the baseline again.");
    }
    const last = rows.at(-1);
    if (last === undefined || (rows.length < pageMembers && !isCut)) {
      return;
    }
    afterItemId = last.item_id;
  }
}
