import { type SqlStatement, sql } from "../platform/database/sql.ts";
import type { ChangeCriteria } from "./change-criteria.ts";
import { administeredTypes, projectTypes, type ReadableChanges, type ReadableTypes } from "./readable-changes.ts";

/** True for records that the reader looks for and may see, but for the time, which bounds the scan itself. */
export function conditionOf(criteria: ChangeCriteria, readable: ReadableChanges): SqlStatement {
  const { entityType, action, createdById, changeSetId, typePath, changed } = criteria;
  return allOf([
    ...(entityType === undefined ? [] : [sql`entity_type = ${entityType}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(createdById === undefined ? [] : [sql`actor_id = ${createdById}`]),
    ...(changeSetId === undefined ? [] : [sql`change_set_id = ${changeSetId}`]),
    ...(typePath === undefined ? [] : [sql`starts_with(type_path || ':', ${`${typePath}:`})`]),
    ...(changed === undefined ? [] : [sql`diffs ? ${changed}`]),
    readableOnly(readable),
  ]);
}

function allOf(conditions: readonly SqlStatement[]): SqlStatement {
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`, sql`true`);
}

function readableOnly(readable: ReadableChanges): SqlStatement {
  const ofRights = readable.productData.reduce((any, types) => sql`${any} or ${readableTypes(types)}`, sql`false`);
  return sql`
    (case when entity_type = any(${administeredTypes})
      then entity_type = any(${readable.administeredTypes})
      else ${ofRights} end)`;
}

function readableTypes({ projectId, isEverything, typePaths, baseTypePaths }: ReadableTypes): SqlStatement {
  const prefixes = baseTypePaths.map((typePath) => `${typePath}:`);
  const ofType = isEverything
    ? sql`true`
    : sql`(type_path = any(${typePaths}) or type_path || ':' ^@ any(${prefixes}))`;
  return projectId === undefined
    ? ofType
    : sql`(${ofType} and (project_id = ${projectId} or entity_type <> all(${projectTypes})))`;
}
