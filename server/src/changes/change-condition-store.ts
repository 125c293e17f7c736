import { kindAccess, projectKinds } from "@weft/contract";
import { type SqlStatement, sql } from "../platform/database/sql.ts";
import type { ChangeCriteria } from "./change-criteria.ts";
import { administeredTypes, type ReadableChanges, type ReadableTypes } from "./readable-changes.ts";

const kindsOfProjects: readonly string[] = projectKinds;
const ownProjects = projectKinds.filter((kind) => kindAccess[kind].project === "itself");

/** The project of a row of the table changes, as its kind declares it. */
export const projectOfChange: SqlStatement = sql`
  (case when entity_type = any(${ownProjects}) then entity_id else project_id end)`;

/**
 * True for records that match the criteria and that the reader may see. The time is not included: it bounds the scan
 * itself.
 */
export function conditionOf(criteria: ChangeCriteria, readable: ReadableChanges): SqlStatement {
  const { entityType, action, createdById, changeSetId, typePath, changed } = criteria;
  return allOf([
    ...(entityType === undefined ? [] : [sql`entity_type = ${entityType}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(createdById === undefined ? [] : [sql`actor_id = ${createdById}`]),
    ...(changeSetId === undefined ? [] : [sql`change_set_id = ${changeSetId}`]),
    ...(typePath === undefined ? [] : [sql`starts_with(type_path || ':', ${`${typePath}:`})`]),
    ...(changed === undefined ? [] : [sql`diffs ? ${changed}`]),
    readableOnly(readable, projectOfChange),
  ]);
}

/** True for counts of records that the reader may see. */
export function countConditionOf(readable: ReadableChanges): SqlStatement {
  return readableOnly(readable, sql`project_id`);
}

function allOf(conditions: readonly SqlStatement[]): SqlStatement {
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`, sql`true`);
}

function readableOnly(readable: ReadableChanges, project: SqlStatement): SqlStatement {
  const ofRights = readable.productData.reduce(
    (any, types) => sql`${any} or ${readableTypes(types, project)}`,
    sql`false`,
  );
  return sql`
    (case when entity_type = any(${administeredTypes})
      then entity_type = any(${readable.administeredTypes})
      else ${ofRights} end)`;
}

function readableTypes(
  { projectId, isEverything, typePaths, baseTypePaths }: ReadableTypes,
  project: SqlStatement,
): SqlStatement {
  const prefixes = baseTypePaths.map((typePath) => `${typePath}:`);
  const ofType = isEverything
    ? sql`true`
    : sql`(type_path = any(${typePaths}) or type_path || ':' ^@ any(${prefixes}))`;
  return projectId === undefined
    ? ofType
    : sql`(${ofType} and ${project} = ${projectId} and entity_type = any(${kindsOfProjects}))`;
}
