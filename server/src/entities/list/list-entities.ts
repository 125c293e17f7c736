import { rightsOn } from "../../access/decide.ts";
import { requireTypePath } from "../../changes/require-type-path.ts";
import { entityTypeOf, type TypeTree } from "../../entity-types/type-tree.ts";
import { type Condition, typePathsIn } from "../../lists/criteria.ts";
import { fieldScopeOf } from "../../lists/field-scope.ts";
import { bindingOfOrder, readListOrder } from "../../lists/list-order.ts";
import { decodePosition, encodePosition } from "../../lists/page-key.ts";
import { readCriteria } from "../../lists/read-criteria.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import { adviceOnName, shownName } from "../../platform/closest-name.ts";
import type { BoundedDatabase, Database } from "../../platform/database/database.ts";
import { invalidField } from "../../platform/errors.ts";
import { EventLoopTurn } from "../../platform/event-loop-turn.ts";
import { stableJson } from "../../platform/json-value.ts";
import type { SentOrder } from "../../platform/lists/order.ts";
import { bindingOf } from "../../platform/lists/page-key.ts";
import { entityOfTextRow, presentEntity, presentToCaller, textsForCaller } from "../model/present-entity.ts";
import { partQueries } from "../search/entity-terms.ts";
import { readSearch } from "../search/search.ts";
import { findTermsState, type OrgType, withoutTerms } from "../search/terms-store.ts";
import { countRows, type ListedRow } from "./entity-list-store.ts";
import { hydratePage } from "./hydrate-page.ts";
import type { HydrationContext } from "./hydrate-relations.ts";
import { narrowReferences } from "./narrow-references.ts";
import { nestOptions, requireNestable } from "./nest-families.ts";
import { familyFilterSql } from "./nested-family-store.ts";
import { readPage } from "./read-page.ts";
import { type AskedFields, type ReturnedFields, readReturnedFields, selectFields, slugsOf } from "./select-fields.ts";
import { foldedPartsIn, type Selectivity, selectivityOf } from "./selectivity.ts";
import { type FilterSql, filterSql, type ListFilter } from "./where-sql-store.ts";

export interface ListContext extends HydrationContext {
  readonly types: TypeTree;
  readonly entityType: string;
}

/** The parameters of a list, parsed but not validated. */
export interface ListQuery extends AskedFields {
  readonly criteria?: Readonly<Record<string, unknown>> | undefined;
  readonly order?: SentOrder | undefined;
  readonly limit: number;
  readonly nextPageKey?: string | undefined;
  readonly q?: string | undefined;
  readonly includeTotal?: boolean | undefined;
  /** Families with their options instead of single items. */
  readonly nest?: "family" | undefined;
}

export interface EntityPage {
  /** Each entity as JSON. Stored text is passed through unparsed where possible. */
  readonly results: readonly string[];
  readonly nextPageKey?: string;
  readonly total?: number;
}

/** A page of the entities that the caller may read. A caller that may read none gets an empty list. */
export async function listEntities(
  db: BoundedDatabase,
  context: ListContext,
  query: ListQuery,
  budget: Budget,
): Promise<EntityPage> {
  const list = readList(context, query);
  await requireTypes(db, context, list.condition);
  if (list.rights.length === 0) {
    return query.includeTotal === true ? { results: [], total: 0 } : { results: [] };
  }
  const { entityType } = context;
  const orgId = context.caller.org.id;
  const { results, last, where } = await budget.read(async () => {
    const orderFields = list.order.terms.map(({ field }) => field);
    const { filter, matching, selectivity } = await prepareList(db, { orgId, entityType }, { ...list, orderFields });
    // One extra row shows whether there is a next page.
    const limit = query.limit + 1;
    const found = await readPage(db, { ...list, selectivity, orgId, entityType, filter, limit, budget });
    const rows = found.rows.slice(0, query.limit);
    const families = await presentPage(db, context, rows, { ...list, budget });
    const listed = families.map((text, index) => [rows[index]?.id ?? "", text] as const);
    const texts = list.isNested
      ? await nestOptions(db, context, listed, { ...list, where: matching.walk, budget })
      : families;
    const shown = rows.slice(0, texts.length);
    const isWhole = !found.isCut && shown.length === found.rows.length;
    return {
      results: texts,
      last: isWhole ? undefined : shown.at(-1),
      where: found.isDense ? filter.walk : filter.find,
    };
  });
  const count = () => countRows(db, { orgId, entityType, where });
  return {
    results: results.filter((text) => text !== undefined),
    ...(last === undefined ? {} : { nextPageKey: keyBehind(last, list.binding) }),
    ...(query.includeTotal === true ? { total: await budget.inTurn(count) } : {}),
  };
}

/** Validates all parameters before anything is read. */
function readList({ caller, types, entityType }: ListContext, query: ListQuery) {
  const { criteria = {}, q = "" } = query;
  if (query.nest !== undefined) {
    requireNestable(entityType);
  }
  const rights = rightsOn(caller, "read", entityType);
  const scope = fieldScopeOf(types, caller, entityType, criteria);
  const condition = readCriteria(criteria, scope);
  const order = readListOrder(query.order ?? {}, scope);
  const nesting = query.nest === undefined ? [] : [query.nest];
  const binding = bindingOf(stableJson([entityType, criteria, ...bindingOfOrder(order), q, ...nesting]));
  const returned = readReturnedFields(query, scope);
  return {
    rights,
    condition,
    search: readSearch(q, scope),
    order,
    after: decodePosition(query.nextPageKey, binding, order),
    binding,
    isNested: query.nest !== undefined,
    ...returned,
    slugs: slugsOf(returned),
  };
}

interface AskedList extends Omit<ListFilter, "terms"> {
  readonly isNested: boolean;
}

/** The rows of a list, and of a nested one also the items that match. */
async function prepareList(db: Database, place: OrgType, { isNested, orderFields, ...asked }: AskedList) {
  if (!isNested) {
    const { filter, selectivity } = await prepareFilter(db, place, { ...asked, orderFields });
    return { filter, matching: filter, selectivity };
  }
  // The order is that of families: it reveals nothing of their options.
  const { filter: matching, selectivity } = await prepareFilter(db, place, { ...asked, orderFields: [] });
  const filter = familyFilterSql({ orgId: place.orgId, rights: asked.rights, orderFields, matching });
  return { filter, matching, selectivity };
}

/** Determines how the entities of a list are found. Conditions on references and words are looked up first. */
export async function prepareFilter(
  db: Database,
  { orgId, entityType }: OrgType,
  asked: Omit<ListFilter, "terms">,
): Promise<{ readonly filter: FilterSql; readonly selectivity: Selectivity }> {
  const condition = await narrowReferences(db, orgId, asked.condition);
  const isSearched = asked.search.words.length > 0;
  const folded = foldedPartsIn(condition);
  const parts = folded.flatMap((text) => partQueries(orgId, entityType, text));
  const terms = isSearched || parts.length > 0 ? await findTermsState(db, { orgId, entityType }, parts) : withoutTerms;
  const orderedBy = asked.orderFields[0]?.name ?? "";
  const selectivity = selectivityOf(condition, { orderedBy, ...terms });
  return {
    filter: filterSql({ ...asked, condition, terms }, orgId, entityType),
    // The number of entities with the words is unknown, as for a value of a property.
    selectivity: isSearched && !terms.lacksTerms && selectivity === 0 ? 1 : selectivity,
  };
}

/** A type that does not exist has no entities, but a list that says so would hide a misspelled type. */
export async function requireTypes(
  db: Database,
  { caller, types, entityType: listedType }: ListContext,
  condition: Condition,
): Promise<void> {
  for (const { typePath, entityType, pointer } of typePathsIn(condition, listedType)) {
    if (entityTypeOf(typePath) !== entityType) {
      const detail = `typePath is never ${shownName(typePath)} here: it starts with ${entityType}. ${adviceOnName(typePath, types.pathsBelow(entityType))}`;
      throw invalidField(pointer, detail);
    }
    await requireTypePath({ db, orgId: caller.org.id, types }, typePath, pointer);
  }
}

function keyBehind({ id, order_values: texts }: ListedRow, binding: string): string {
  const values: (string | null)[] = texts === null ? [] : JSON.parse(texts);
  return encodePosition({ id, values: values.map((value) => value ?? undefined) }, binding);
}

interface Presenting extends ReturnedFields {
  readonly budget: Budget;
}

/**
 * The JSON of each row; undefined for a row that the caller may not see. With relations, fewer rows may be returned: as
 * many as fit into the budget with their relations.
 */
async function presentPage(
  db: BoundedDatabase,
  context: ListContext,
  rows: readonly ListedRow[],
  { relations, fields, hasCompleteness, budget }: Presenting,
): Promise<(string | undefined)[]> {
  if (relations.length === 0 && fields === undefined && !hasCompleteness) {
    return textsForCaller(context.caller, rows);
  }
  const types = hasCompleteness ? context.types : undefined;
  const presented = await presentToCaller(context.caller, rows, (row, visible) =>
    presentEntity(entityOfTextRow(row), visible, types),
  );
  if (relations.length > 0) {
    // The rows are counted again as part of the response.
    budget.rewind(0);
    return hydratePage(db, context, presented, { relations, fields, budget });
  }
  const turn = new EventLoopTurn();
  const texts: (string | undefined)[] = [];
  for (const entity of presented) {
    texts.push(entity && JSON.stringify(selectFields(entity, fields)));
    await turn.yieldIfLong();
  }
  return texts;
}
