import { rightsOn } from "../../access/readable-rights.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Database } from "../../platform/database/database.ts";
import { entityOfTextRow } from "../entity-text.ts";
import { countRows, type ListedRow } from "./entity-list-store.ts";
import { fieldScopeOf } from "./field-scope.ts";
import { type HydrationContext, hydrateRelations } from "./hydrate-relations.ts";
import { readOrder } from "./list-order.ts";
import { bindingOf, decodePageKey, encodePageKey } from "./page-key.ts";
import { presentToCaller, textsForCaller } from "./present-to-caller.ts";
import { readCriteria } from "./read-criteria.ts";
import { readPage } from "./read-page.ts";
import { type Relation, readRelations } from "./read-relations.ts";
import { readSearch } from "./search-words.ts";
import { readFields, selectFields } from "./select-fields.ts";
import { selectivityOf } from "./selectivity.ts";
import { filterSql } from "./where-sql-store.ts";

export interface ListContext extends HydrationContext {
  readonly types: TypeTree;
  readonly entityType: string;
}

/** The parameters of a list, read from their texts and otherwise as they came. */
export interface ListQuery {
  readonly criteria?: Readonly<Record<string, unknown>>;
  readonly order?: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly nextPageKey?: string | undefined;
  readonly relations?: readonly string[] | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly q?: string | undefined;
  readonly includeTotal?: boolean | undefined;
}

export interface EntityPage {
  /** Each entity as the JSON that is sent: what is stored is passed on without being read where that is possible. */
  readonly results: readonly string[];
  readonly nextPageKey?: string;
  readonly total?: number;
}

/** A page of the entities that the caller may read. Whoever may read none gets an empty list. */
export async function listEntities(db: Database, context: ListContext, query: ListQuery): Promise<EntityPage> {
  const list = readList(context, query);
  if (list.rights.length === 0) {
    return query.includeTotal === true ? { results: [], total: 0 } : { results: [] };
  }
  const { entityType } = context;
  const orgId = context.caller.org.id;
  const filter = filterSql({ ...list, orderField: list.order.field }, orgId, entityType);
  // One more than the page has tells whether there is a next.
  const { rows, isDense } = await readPage(db, { ...list, orgId, entityType, filter, limit: query.limit + 1 });
  const where = isDense ? filter.walk : filter.find;
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  return {
    results: await presentPage(db, context, page, list),
    ...(last === undefined ? {} : { nextPageKey: keyBehind(last, list.binding) }),
    ...(query.includeTotal === true ? { total: await countRows(db, { orgId, entityType, where }) } : {}),
  };
}

/** Everything that can be wrong with the parameters is found here, before anything is read. */
function readList({ caller, types, entityType }: ListContext, query: ListQuery) {
  const { criteria = {}, q = "" } = query;
  const rights = rightsOn(caller, "read", entityType);
  const scope = fieldScopeOf(types, entityType, criteria, rights);
  const condition = readCriteria(criteria, scope);
  const order = readOrder(query.order ?? {}, scope);
  const binding = bindingOf([entityType, criteria, order.field.name, order.isDescending, q]);
  const relations = readRelations(query.relations ?? [], scope.properties);
  return {
    rights,
    condition,
    selectivity: selectivityOf(condition, order.field.name),
    search: readSearch(q, scope),
    order,
    after: decodePageKey(query.nextPageKey, binding, order),
    binding,
    relations,
    fields: readFields(query.fields, scope, relations),
  };
}

function keyBehind({ id, order_value: value }: ListedRow, binding: string): string {
  return encodePageKey({ id, value: value ?? undefined }, binding);
}

async function presentPage(
  db: Database,
  context: ListContext,
  rows: readonly ListedRow[],
  { relations, fields }: { relations: readonly Relation[]; fields: ReadonlySet<string> | undefined },
): Promise<string[]> {
  if (relations.length === 0 && fields === undefined) {
    return textsForCaller(context.caller, rows);
  }
  const presented = presentToCaller(context.caller, rows.map(entityOfTextRow)).map((one) => one.presented);
  const hydrated = await hydrateRelations(db, context, presented, relations);
  return hydrated.map((entity) => JSON.stringify(selectFields(entity, fields)));
}
