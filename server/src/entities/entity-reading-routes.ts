import type { EntityOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import { entityTag, isAtHand } from "../platform/http/entity-tags.ts";
import { maxStaleMs } from "../platform/http/max-stale.ts";
import { parseQueryObject } from "../platform/http/query-object.ts";
import { JsonText, type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import type { EntityServices } from "./entity-services.ts";
import { entityOfTextRow, textOfEntity } from "./entity-text.ts";
import { type EntityPage, listEntities } from "./list/list-entities.ts";
import { presentEntity } from "./present-entity.ts";
import { readEntity } from "./read-entity.ts";
import { readEntityAsOf } from "./read-entity-as-of.ts";
import { shapeEntity } from "./shape-entity.ts";
import type { EntityAddress } from "./write/write-request.ts";

const route = routesFor<Caller>();

export function readingRoutes(services: EntityServices, entityType: string, operations: EntityOperations): Route[] {
  return [
    route(operations.list, async ({ caller, query, request }) => {
      const { criteria, order, ...rest } = query;
      const db = services.reads.forAge(maxStaleMs(request.headers));
      const page = await listEntities(db, await contextOf(services, caller, entityType), {
        ...rest,
        ...(criteria === undefined ? {} : { criteria: parseQueryObject("criteria", criteria) }),
        ...(order === undefined ? {} : { order: parseQueryObject("order", order) }),
      });
      return { status: 200, body: new JsonText(textOfPage(page)) };
    }),
    route(operations.get, async ({ caller, params: { id }, query, request }) => {
      const { asOf, ...shaping } = query;
      if (asOf === undefined) {
        return answerOne(services, { caller, entityType, address: { id }, query: shaping, request });
      }
      const past = await services.db.transaction((tx) => readEntityAsOf(tx, caller, { entityType, id, asOf }));
      const shaped = await shapeEntity(services.db, await contextOf(services, caller, entityType), past, shaping);
      return { status: 200, body: new JsonText(JSON.stringify(shaped)) };
    }),
    route(operations.getFederated, ({ caller, params, query, request }) =>
      answerOne(services, { caller, entityType, address: { federatedId: params.federatedId }, query, request }),
    ),
  ];
}

function textOfPage({ results, ...rest }: EntityPage): string {
  const members = JSON.stringify(rest).slice(1, -1);
  return `{"results":[${results.join(",")}]${members === "" ? "" : `,${members}`}}`;
}

interface Asked {
  readonly caller: Caller;
  readonly entityType: string;
  readonly address: EntityAddress;
  readonly query: { readonly fields?: string[] | undefined; readonly relations?: string[] | undefined };
  readonly request: RequestFacts;
}

async function answerOne(services: EntityServices, { caller, entityType, address, query, request }: Asked) {
  const { row, visible } = await readEntity(services.reader, caller, entityType, address);
  const headers = entityTag(row.version);
  if (isAtHand(request.headers, row.version)) {
    return { status: 304, headers } as const;
  }
  if (query.fields === undefined && query.relations === undefined) {
    return { status: 200, headers, body: new JsonText(textOfEntity(row, visible)) } as const;
  }
  const context = await contextOf(services, caller, entityType);
  const shaped = await shapeEntity(services.db, context, presentEntity(entityOfTextRow(row), visible), query);
  return { status: 200, headers, body: new JsonText(JSON.stringify(shaped)) } as const;
}

async function contextOf({ types, actorsOf }: EntityServices, caller: Caller, entityType: string) {
  return { caller, entityType, actorsOf, types: await types.typesOf(caller.org.id) };
}
