import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { rightsOn } from "../../access/decide.ts";
import { findLogEnd } from "../../changes/change-history-store.ts";
import { fieldScopeOf } from "../../lists/field-scope.ts";
import { type AggregationQuery, type Grouping, readAggregation } from "../../lists/read-aggregation.ts";
import { readCriteria } from "../../lists/read-criteria.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { ReadingDatabase } from "../../platform/database/replica-reads.ts";
import type { SqlStatement } from "../../platform/database/sql.ts";
import { readSearch } from "../search/search.ts";
import { findGroups, type GroupRow, groupsSql, isNumeric } from "./aggregate-store.ts";
import { type GroupLabels, labelGroups } from "./group-labels.ts";
import { type ListContext, type ListQuery, prepareFilter, requireTypes } from "./list-entities.ts";

/** The parameters of an aggregation, parsed but not validated. */
export interface AggregateQuery extends AggregationQuery, Pick<ListQuery, "criteria" | "q" | "limit"> {}

interface KnownGroups {
  readonly rows: readonly GroupRow[];
  /** The end of the org's log before they were read. */
  readonly sequence: number;
  readonly stamp: number;
}

const resultsMax = 200;
const bytesMax = 8_388_608;
const bytesPerGroup = 200;

/**
 * Results of recent aggregations. A dashboard repeats its requests, and each would read all entities. Every change of an
 * entity is in the log of its org, in the same transaction, so a result is valid until the log grows.
 */
export class GroupCache {
  readonly #known = new LRUCache<string, KnownGroups>({
    max: resultsMax,
    maxSize: bytesMax,
    sizeCalculation: ({ rows }) =>
      rows.reduce((bytes, { keys }) => bytes + bytesPerGroup + 2 * keys.join("").length, bytesPerGroup),
  });

  async read(db: ReadingDatabase, orgId: string, statement: SqlStatement): Promise<readonly GroupRow[]> {
    const key = createHash("sha256")
      .update(JSON.stringify([statement.text, statement.values]))
      .digest("base64");
    const end = await findLogEnd(db, orgId);
    const known = this.#known.get(key);
    if (known?.sequence === end.sequence && known.stamp === end.stamp) {
      return known.rows;
    }
    // The end is read again, on the same server as the entities: another one may be behind it.
    const fresh = await db.transaction(async (tx) => ({
      ...(await findLogEnd(tx, orgId)),
      rows: await findGroups(tx, statement),
    }));
    this.#known.set(key, fresh);
    return fresh.rows;
  }
}

interface AggregateResources {
  readonly budget: Budget;
  readonly cache: GroupCache;
}

/**
 * The groups of the entities that a list with the same criteria contains, as JSON. Every value is one that the list would
 * show: a field that rights hide on an entity is absent there. JSON has the numbers of the database with all digits.
 */
export async function aggregateEntities(
  db: ReadingDatabase,
  context: ListContext,
  query: AggregateQuery,
  { budget, cache }: AggregateResources,
): Promise<string> {
  const { caller, types, entityType } = context;
  const { criteria = {}, q = "", limit } = query;
  const rights = rightsOn(caller, "read", entityType);
  const scope = fieldScopeOf(types, caller, entityType, criteria);
  const condition = readCriteria(criteria, scope);
  const search = readSearch(q, scope);
  const aggregation = readAggregation(query, scope, types);
  await requireTypes(db, context, condition);
  const orgId = caller.org.id;
  return budget.inTurn(async () => {
    // Groups have no position, so no order reveals a field.
    const parts = { rights, condition, search, orderFields: [] };
    const { filter, selectivity } = await prepareFilter(db, { orgId, entityType }, parts);
    const where = selectivity === 0 ? filter.walk : filter.find;
    const statement = groupsSql({ orgId, entityType, where, aggregation, limit });
    // What q finds may depend on more than entities, such as the labels of options.
    const rows = await (q === ""
      ? cache.read(db, orgId, statement)
      : db.transaction((tx) => findGroups(tx, statement)));
    const labels = await labelGroups(db, context, { scope, groupings: aggregation.groupings, rows });
    const { groupings, metrics } = aggregation;
    const results = rows.map((row) => {
      const group = groupings.map(({ name, form }, index) => member(name, groupText(row, index, form, labels[index])));
      const measured = metrics.map((metric, index) => {
        const value = row.metrics[index] ?? null;
        return member(metric.name, value !== null && isNumeric(metric) ? value : JSON.stringify(value));
      });
      return `{"group":{${group.join()}},"count":${row.entities},"metrics":{${measured.join()}}}`;
    });
    return `{"results":[${results.join()}],"totalGroups":${rows[0]?.total_groups ?? 0}}`;
  });
}

function groupText(row: GroupRow, index: number, form: Grouping["form"], labels: GroupLabels | undefined): string {
  const key = row.keys[index] ?? null;
  const isJson = form.kind === "number" || form.kind === "band" || form.kind === "boolean" || form.kind === "scalar";
  const end = row.ends[index] ?? null;
  const label = key === null ? undefined : labels?.get(key);
  const members = [
    member("value", key !== null && isJson ? key : JSON.stringify(key)),
    ...(end === null ? [] : [member("to", end)]),
    ...(label === undefined ? [] : [member("label", JSON.stringify(label))]),
  ];
  return `{${members.join()}}`;
}

/** A member of an object whose value is already JSON. */
function member(name: string, json: string): string {
  return `${JSON.stringify(name)}:${json}`;
}
