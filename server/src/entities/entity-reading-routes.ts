import assert from "node:assert";
import type { EntityOperations } from "@weft/contract";
import type { Caller } from "../access/caller.ts";
import type { TypeTree } from "../entity-types/type-tree.ts";
import { completenessNames, fieldScopeOf } from "../lists/field-scope.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedDatabase } from "../platform/database/database.ts";
import { isStatementTimeout } from "../platform/database/unavailable.ts";
import { invalidField, queryTooSlow } from "../platform/errors.ts";
import { entityTag, isNotModified, maxStaleMs } from "../platform/http/cache-headers.ts";
import { JsonText, type RequestFacts, type Route, routesFor } from "../platform/http/route.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { EntityServices } from "./entity-services.ts";
import { aggregateEntities, GroupCache } from "./list/aggregate-entities.ts";
import { hydratePage } from "./list/hydrate-page.ts";
import type { HydrationContext } from "./list/hydrate-relations.ts";
import { type EntityPage, listEntities } from "./list/list-entities.ts";
import { type AskedFields, readReturnedFields } from "./list/select-fields.ts";
import { entityOfTextRow, presentEntity, textOfEntity } from "./model/present-entity.ts";
import type { EntityAddress } from "./model/write-request.ts";
import { readEntity, wholeRow } from "./read-entity.ts";
import { readEntityAsOf } from "./read-entity-as-of.ts";

const route = routesFor<Caller>();

export function readingRoutes(services: EntityServices, entityType: string, operations: EntityOperations): Route[] {
  const cache = new GroupCache();
  return [
    route(operations.list, async ({ caller, query, request, budget }) => {
      const db = services.reads.forAge(caller.org.id, maxStaleMs(request.headers));
      const context = await contextOf(services, caller, entityType);
      const page = await listEntities(db, context, query, budget).catch(rejectSlow);
      return { status: 200, body: new JsonText(textOfPage(page)) };
    }),
    route(operations.aggregate, async ({ caller, query, request, budget }) => {
      const db = services.reads.forAge(caller.org.id, maxStaleMs(request.headers));
      const context = await contextOf(services, caller, entityType);
      const text = await aggregateEntities(db, context, query, { budget, cache }).catch(rejectSlow);
      return { status: 200, body: new JsonText(text) };
    }),
    route(operations.get, async (call) => {
      const { caller, params, query } = call;
      const { id } = params;
      const { asOf, ...shaping } = query;
      if (asOf === undefined) {
        return answerOne(services, { caller, entityType, address: { id }, query: shaping, call });
      }
      const { budget } = call;
      const db = services.db.ofOrg(caller.org.id);
      const past = await readEntityAsOf(db, caller, { entityType, id, asOf }, budget);
      const context = await contextOf(services, caller, entityType);
      const text = await shapeEntity(db, context, presentPast(past), { ...shaping, budget });
      return { status: 200, body: new JsonText(text) };
    }),
    route(operations.getFederated, (call) => {
      const { caller, params, query } = call;
      return answerOne(services, { caller, entityType, address: { federatedId: params.federatedId }, query, call });
    }),
  ];
}

function rejectSlow(error: unknown): never {
  throw isStatementTimeout(error) ? queryTooSlow("criteria") : error;
}

function textOfPage({ results, ...rest }: EntityPage): string {
  const members = JSON.stringify(rest).slice(1, -1);
  return `{"results":[${results.join(",")}]${members === "" ? "" : `,${members}`}}`;
}

interface Asked {
  readonly caller: Caller;
  readonly entityType: string;
  readonly address: EntityAddress;
  readonly query: AskedFields;
  /** Not destructured: the budget is a getter that opens it, and only large entities need one. */
  readonly call: { readonly request: RequestFacts; readonly budget: Budget };
}

async function answerOne(services: EntityServices, { caller, entityType, address, query, call }: Asked) {
  const found = await readEntity(services.reader, caller, entityType, address);
  const headers = entityTag(found.row.version);
  // Completeness also changes with the type, without a new version of the entity.
  if (!asksForCompleteness(query) && isNotModified(call.request.headers, found.row.version)) {
    return { status: 304, headers } as const;
  }
  const row = await wholeRow(services.reader, caller.org.id, found.row, () => call.budget);
  const { visible } = found;
  if (query.fields === undefined && query.relations === undefined && query.include === undefined) {
    return { status: 200, headers, body: new JsonText(textOfEntity(row, visible)) } as const;
  }
  const context = await contextOf(services, caller, entityType);
  const present: Presenter = (types) => presentEntity(entityOfTextRow(row), visible, types);
  const text = await shapeEntity(services.db.ofOrg(caller.org.id), context, present, {
    ...query,
    budget: call.budget,
  });
  return { status: 200, headers, body: new JsonText(text) } as const;
}

export async function contextOf({ types, actorsOf }: EntityServices, caller: Caller, entityType: string) {
  return { caller, entityType, actorsOf, types: await types.typesOf(caller.org.id) };
}

function asksForCompleteness({ include, fields = [] }: AskedFields): boolean {
  return include !== undefined || fields.some((name) => completenessNames.includes(name));
}

/** With types if the completeness of the entity is asked for. */
type Presenter = (types: TypeTree | undefined) => Record<string, JsonValue>;

function presentPast(past: Record<string, JsonValue>): Presenter {
  return (types) => {
    if (types !== undefined) {
      throw invalidField("asOf", "Completeness is known of the current state only. Omit asOf, or include and fields.");
    }
    return past;
  };
}

/** The JSON of one entity with only the requested relations and fields, as in a list. */
async function shapeEntity(
  db: BoundedDatabase,
  context: HydrationContext & { readonly types: TypeTree; readonly entityType: string },
  present: Presenter,
  { budget, ...asked }: AskedFields & { readonly budget: Budget },
): Promise<string> {
  const scope = fieldScopeOf(context.types, context.caller, context.entityType);
  const returned = readReturnedFields(asked, scope);
  const presented = present(returned.hasCompleteness ? context.types : undefined);
  const [text] = await budget.read(() => hydratePage(db, context, [presented], { ...returned, budget }));
  assert(text !== undefined, "an entity without its JSON");
  return text;
}
