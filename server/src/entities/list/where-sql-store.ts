import type { TypeRight } from "../../access/decide.ts";
import type { Condition } from "../../lists/criteria.ts";
import type { ListField } from "../../lists/list-field.ts";
import type { SqlStatement } from "../../platform/database/sql.ts";
import type { Search } from "../search/search.ts";
import { searchSql } from "../search/search-sql-store.ts";
import type { TermsState } from "../search/terms-store.ts";
import { conditionSql } from "./condition-sql-store.ts";
import { allOf, rightsSql } from "./rights-sql-store.ts";
import { type ConditionUse, findUse } from "./selectivity.ts";

/** Determines which entities a list contains. */
export interface ListFilter {
  readonly rights: readonly TypeRight[];
  readonly condition: Condition;
  readonly search: Search;
  readonly terms: TermsState;
  /** The position in the list would reveal the values of these to a caller that may not see them. */
  readonly orderFields: readonly ListField[];
}

/** The filter in both forms: for scans, and for index lookups. */
export interface FilterSql {
  readonly walk: SqlStatement;
  readonly find: SqlStatement;
}

export function filterSql(filter: ListFilter, orgId: string, entityType: string): FilterSql {
  const found = searchSql(filter.search, { ...filter, ...filter.terms, orgId, entityType });
  return {
    walk: allOf([whereSql(filter, { purpose: "walk", orgId }), found]),
    find: allOf([whereSql(filter, findUse(orgId, entityType, filter.terms)), found]),
  };
}

function whereSql({ rights, condition, orderFields }: ListFilter, use: ConditionUse): SqlStatement {
  const orderIsShown = orderFields.flatMap(({ shownBy }) => (shownBy === "all" ? [] : [rightsSql(shownBy)]));
  return allOf([rightsSql(rights), ...orderIsShown, conditionSql(condition, use)]);
}
