import { assortmentOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { type Route, routesFor } from "../platform/http/route.ts";
import type { PublishChangeRow } from "./publish-change-store.ts";
import { type HistoryServices, listDetails, listHistory, readPublishChange } from "./publish-history.ts";
import { streamBaseline } from "./stream-baseline.ts";

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
