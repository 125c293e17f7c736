import type { Condition, FieldTest, ReferredCondition } from "../../lists/criteria.ts";
import type { Database } from "../../platform/database/database.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { withoutTerms } from "../search/terms-store.ts";
import { conditionSql } from "./condition-sql-store.ts";
import { findFewIds } from "./entity-list-store.ts";
import { allOf, rightsSql } from "./rights-sql-store.ts";
import { type ConditionUse, findUse, selectivityOf } from "./selectivity.ts";

// A lookup of each by the index on properties takes as long as reading the references of ten times as many entities.
const idsMax = 1_000;

/**
 * Replaces a condition on referred entities that few of them meet by their ids, which the index on properties finds.
 * Where many meet it, a scan that looks up the reference of each row soon fills a page.
 */
export async function narrowReferences(db: Database, orgId: string, condition: Condition): Promise<Condition> {
  switch (condition.kind) {
    case "all":
    case "any": {
      const of: Condition[] = [];
      for (const part of condition.of) {
        of.push(await narrowReferences(db, orgId, part));
      }
      return { kind: condition.kind, of };
    }
    case "field":
      return condition;
    case "referred": {
      const ids = await findReferred(db, orgId, condition);
      return ids === undefined ? condition : { kind: "field", field: condition.field, test: refersTo(condition, ids) };
    }
  }
}

/** The ids of the entities that meet the condition; undefined if there are many. */
async function findReferred(
  db: Database,
  orgId: string,
  { entityType, rights, condition }: ReferredCondition,
): Promise<readonly string[] | undefined> {
  if (rights.length === 0) {
    return [];
  }
  const use: ConditionUse =
    selectivityOf(condition, { orderedBy: "id", hasParts: false }) === 0
      ? { purpose: "walk", orgId }
      : findUse(orgId, entityType, withoutTerms);
  const where = allOf([rightsSql(rights), conditionSql(condition, use)]);
  return findFewIds(db, { orgId, entityType, where }, idsMax);
}

function refersTo({ field }: ReferredCondition, ids: readonly string[]): FieldTest {
  const values = ids.map((id): JsonValue => (field.valueType === "list" ? [id] : id));
  return values.length === 0 ? { test: "any", of: [] } : { test: "includes", values };
}
