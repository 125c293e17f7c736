import type { TypeRight } from "../../access/decide.ts";
import type { Condition } from "../../lists/criteria.ts";
import type { ListField } from "../../lists/list-field.ts";
import type { Search } from "../../lists/read-criteria.ts";
import { type SqlStatement, sql } from "../../platform/database/sql.ts";
import { allOf, conditionSql, rightsSql } from "./condition-sql-store.ts";
import { columnSql } from "./field-sql-store.ts";
import { escapeLike } from "./like-pattern.ts";
import type { ConditionUse } from "./selectivity.ts";

/** Determines which entities a list contains. */
export interface ListFilter {
  readonly rights: readonly TypeRight[];
  readonly condition: Condition;
  readonly search: Search;
  /** The position in the list would reveal the values of these to a caller that may not see them. */
  readonly orderFields: readonly ListField[];
}

/** The filter in both forms: for scans, and for index lookups. */
export interface FilterSql {
  readonly walk: SqlStatement;
  readonly find: SqlStatement;
}

export function filterSql(filter: ListFilter, orgId: string, entityType: string): FilterSql {
  return {
    walk: whereSql(filter, { purpose: "walk", orgId }),
    find: whereSql(filter, { purpose: "find", orgId, entityType, isAlternative: false, given: {} }),
  };
}

function whereSql({ rights, condition, search, orderFields }: ListFilter, use: ConditionUse): SqlStatement {
  const orderIsShown = orderFields.flatMap(({ shownBy }) => (shownBy === "all" ? [] : [rightsSql(shownBy)]));
  return allOf([rightsSql(rights), ...orderIsShown, conditionSql(condition, use), searchSql(search)]);
}

/**
 * True if every word occurs in one of the fields, case-insensitively. A word has no line break, so it never spans two
 * fields.
 */
function searchSql({ words, fields }: Search): SqlStatement {
  if (words.length === 0) {
    return sql`true`;
  }
  const [first = sql`null`, ...rest] = fields.map(shownTextSql);
  const texts = rest.reduce((before, text) => sql`${before}, ${text}`, first);
  const patterns = words.map((word) => `%${escapeLike(word)}%`);
  // The database's default collation folds case beyond ASCII.
  return sql`lower(concat_ws(chr(10), ${texts}) collate "default")
    like all (array(select lower(pattern) from unnest(${patterns}::text[]) pattern))`;
}

function shownTextSql(field: ListField): SqlStatement {
  const text = field.place === "column" ? columnSql(field.name) : sql`properties ->> ${field.name}::text`;
  return field.shownBy === "all" ? text : sql`case when ${rightsSql(field.shownBy)} then ${text} end`;
}
