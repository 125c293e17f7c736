import { rightsOn } from "../../access/decide.ts";
import { fieldScopeOf } from "../../lists/field-scope.ts";
import { columnField } from "../../lists/list-field.ts";
import { type AggregationQuery, type Grouping, readAggregation } from "../../lists/read-aggregation.ts";
import { readCriteria, readSearch } from "../../lists/read-criteria.ts";
import type { Budget } from "../../platform/budgets/budget.ts";
import type { ReadingDatabase } from "../../platform/database/replica-reads.ts";
import { findGroups, type GroupRow, isNumeric } from "./aggregate-store.ts";
import { type GroupLabels, labelGroups } from "./group-labels.ts";
import { type ListContext, type ListQuery, requireTypes } from "./list-entities.ts";
import { selectivityOf } from "./selectivity.ts";
import { filterSql } from "./where-sql-store.ts";

/** The parameters of an aggregation, parsed but not validated. */
export interface AggregateQuery extends AggregationQuery, Pick<ListQuery, "criteria" | "q" | "limit"> {}

/**
 * The groups of the entities that a list with the same criteria contains, as JSON. Every value is one that the list would
 * show: a field that rights hide on an entity is absent there. JSON has the numbers of the database with all digits.
 */
export async function aggregateEntities(
  db: ReadingDatabase,
  context: ListContext,
  query: AggregateQuery,
  budget: Budget,
): Promise<string> {
  const { caller, types, entityType } = context;
  const { criteria = {}, q = "", limit } = query;
  const rights = rightsOn(caller, "read", entityType);
  const scope = fieldScopeOf(types, entityType, criteria, rights);
  const condition = readCriteria(criteria, scope);
  const search = readSearch(q, scope);
  const aggregation = readAggregation(query, scope, types);
  await requireTypes(db, context, condition);
  const orgId = caller.org.id;
  // Groups have no position, so no order reveals a field.
  const filter = filterSql({ rights, condition, search, orderField: columnField("id") }, orgId, entityType);
  const where = selectivityOf(condition, "") === 0 ? filter.walk : filter.find;
  return budget.inTurn(async () => {
    const rows = await findGroups(db, { orgId, entityType, where, aggregation, limit });
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
