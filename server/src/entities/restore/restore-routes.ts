import { changeSetOperations, type EntityKindName, type EntityOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { entityTag, expectedVersion } from "../../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import type { EntityServices } from "../entity-services.ts";
import { textFor } from "../model/present-entity.ts";
import { writerOfCall } from "../writer-of-call.ts";
import type { Kept, Reversal } from "./plan-reversal.ts";
import { restoreEntity } from "./restore-entity.ts";
import { revertChangeSet } from "./revert-change-set.ts";

const route = routesFor<Caller>();

export function restoreRoutes(
  services: EntityServices,
  entityType: EntityKindName,
  operations: EntityOperations,
): Route[] {
  return [
    route(operations.restore, async ({ caller, params: { id }, query, body, request, budget }) => {
      const isDryRun = query.dryRun === true;
      const entity = await restoreEntity(services, {
        caller,
        writer: await writerOfCall(services.db, { caller, request, isDryRun }),
        entityType,
        id,
        asOf: body?.asOf,
        properties: body?.properties,
        cascades: query.cascade === true,
        isDryRun,
        expectedVersion: expectedVersion(request.headers),
        budget,
      });
      const headers = isDryRun ? {} : entityTag(entity.version);
      return { status: 200, headers, body: new JsonText(textFor(caller, entity)) };
    }),
  ];
}

const listedMax = 1_000;

export function revertRoutes(services: EntityServices): Route[] {
  return [
    route(changeSetOperations.revert, async ({ caller, params: { id: changeSetId }, query, request, budget }) => {
      const isDryRun = query.dryRun === true;
      const named = await writerOfCall(services.db, { caller, request, isDryRun });
      const writer = { ...named, author: { ...named.author, sourceId: `revert:${changeSetId}` } };
      const { reverted, kept } = await revertChangeSet(services, { caller, writer, changeSetId, isDryRun, budget });
      const isWritten = !isDryRun && reverted.length > 0;
      return {
        status: 200,
        body: {
          ...(isWritten ? { changeSetId: writer.author.changeSetId } : {}),
          revertedCount: reverted.length,
          keptCount: kept.length,
          reverted: reverted.slice(0, listedMax).map(presentReversal),
          kept: kept.slice(0, listedMax).map(presentKept),
        },
      };
    }),
  ];
}

function presentReversal({ entityReference, properties, draft }: Reversal) {
  const action = draft.op === "create" || draft.op === "delete" ? draft.op : ("update" as const);
  return { entityReference, action, properties: [...properties] };
}

function presentKept({ entityReference, properties, reason }: Kept) {
  return { entityReference, ...(properties === undefined ? {} : { properties: [...properties] }), reason };
}
