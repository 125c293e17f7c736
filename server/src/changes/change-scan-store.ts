import assert from "node:assert";
import { kindAccess, projectKinds } from "@weft/contract";
import { entityTypeOf } from "../entity-types/type-tree.ts";
import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedRows } from "../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database, Transaction } from "../platform/database/database.ts";
import { prepared, type SqlStatement, sql } from "../platform/database/sql.ts";
import type { Direction } from "../platform/lists/order.ts";
import { type ChangeRow, positionOf } from "./change.ts";
import type { ChangeCriteria, SortField } from "./change-criteria.ts";
import type { LogRange, Position } from "./change-cursor.ts";
import { administeredTypes, type ReadableChanges, type ReadableTypes } from "./readable-changes.ts";

/** The records to scan in log order, with the index to use. */
export interface Scan {
  readonly orgId: string;
  readonly index: ScanIndex;
  readonly range: LogRange;
  readonly direction: Direction;
}

export type ScanIndex =
  | { readonly by: "log" }
  | { readonly by: "type"; readonly entityType: string }
  | { readonly by: "entity"; readonly entityType: string; readonly entityId: string };

/** The start of a page that is not in log order: after the record with this value at this position. */
interface SortedPlace {
  readonly value: string | number;
  readonly position: Position;
}

export const changeColumns = sql`
  created_on, sequence, entity_type, entity_id, type_path, project_id, action, entity_version, actor_id, actor_type,
  actor_name, change_set_id, source, source_id, federated_id, diffs`;

/**
 * Forces index scans for the rest of the transaction. The planner has no statistics for a month that is hours old, and
 * would read and sort all of it instead of a hundred index entries.
 */
export async function forceIndexScans(tx: Transaction): Promise<void> {
  await tx.query(prepared`select set_config(name, 'off', true) from unnest(${freePlanning}::text[]) as name`);
}

/** Lets the planner choose again, as it must where no index has the order. */
export async function planFreely(tx: Transaction): Promise<void> {
  await tx.query(prepared`select set_config(name, 'on', true) from unnest(${freePlanning}::text[]) as name`);
}

const freePlanning = ["enable_sort", "enable_incremental_sort", "enable_seqscan", "enable_bitmapscan", "jit"];

/** Finds at most `limit` records among the first `scanMax` of the scan. */
export async function findScanned(
  db: BoundedDatabase,
  scan: Scan,
  condition: SqlStatement,
  { scanMax, limit, budget }: { readonly scanMax: number; readonly limit: number; readonly budget: Budget },
): Promise<BoundedRows<ChangeRow>> {
  const order = logOrder(scan);
  const statement = sql`
    select ${changeColumns} from (
      select ${changeColumns} from changes where ${placesOf(scan)} order by ${order} limit ${scanMax}
    ) as scanned
    where ${condition} order by ${order} limit ${limit}`;
  return db.queryWithin<ChangeRow>(statement, budget);
}

/** The position of the scan's last record, if the scan has at least `scanMax` records. */
export async function findScanEnd(db: Database, scan: Scan, scanMax: number): Promise<Position | undefined> {
  const rows = await db.query<Pick<ChangeRow, "sequence" | "created_on">>(sql`
    select sequence, created_on from changes where ${placesOf(scan)} order by ${logOrder(scan)}
    limit 1 offset ${scanMax - 1}`);
  return rows[0] === undefined ? undefined : positionOf(rows[0]);
}

interface SortedPage {
  readonly field: SortField;
  readonly after: SortedPlace | undefined;
  readonly limit: number;
  readonly budget: Budget;
}

/** Finds records in the order of a field, ties in log order. */
export async function findSorted(
  db: BoundedDatabase,
  scan: Scan,
  condition: SqlStatement,
  page: SortedPage,
): Promise<BoundedRows<ChangeRow>> {
  const direction = directionOf(scan);
  const value = sortValues[page.field];
  const statement = sql`
    select ${changeColumns} from changes
    where ${placesOf(scan)} and ${condition} and ${behind(page.after, value, scan.direction)}
    order by ${value} ${direction}, created_on ${direction}, sequence ${direction}
    limit ${page.limit}`;
  return db.queryWithin<ChangeRow>(statement, page.budget);
}

/**
 * The bounds match exactly one index and its order. Each starts with the columns of its index, even where only one
 * value matches: otherwise the planner considers the log's index equally good.
 */
export function placesOf({ orgId, index, range: { after, until } }: Scan): SqlStatement {
  const [from, to] = [new Date(after.stamp), new Date(until.stamp)];
  const times = sql`org_id = ${orgId} and created_on >= ${from} and created_on <= ${to}`;
  switch (index.by) {
    case "type":
      return sql`${times}
        and (entity_type, created_on, sequence) > (${index.entityType}, ${from}, ${after.sequence})
        and (entity_type, created_on, sequence) <= (${index.entityType}, ${to}, ${until.sequence})`;
    case "entity":
      return sql`${times} and entity_type = ${index.entityType}
        and (entity_id, org_id, created_on, sequence) > (${index.entityId}, ${orgId}, ${from}, ${after.sequence})
        and (entity_id, org_id, created_on, sequence) <= (${index.entityId}, ${orgId}, ${to}, ${until.sequence})`;
    case "log":
      return sql`${times}
        and (created_on, sequence) > (${from}, ${after.sequence})
        and (created_on, sequence) <= (${to}, ${until.sequence})`;
    default:
      return assert.fail("a scan without an index");
  }
}

export function logOrder(scan: Scan): SqlStatement {
  const direction = directionOf(scan);
  const order = sql`created_on ${direction}, sequence ${direction}`;
  switch (scan.index.by) {
    case "type":
      return sql`entity_type ${direction}, ${order}`;
    case "entity":
      return sql`entity_id ${direction}, ${order}`;
    default:
      return order;
  }
}

function directionOf({ direction }: Scan): SqlStatement {
  return direction === "asc" ? sql`asc` : sql`desc`;
}

function behind(place: SortedPlace | undefined, value: SqlStatement, direction: Direction): SqlStatement {
  if (place === undefined) {
    return sql`true`;
  }
  const last = sql`(${place.value}, ${new Date(place.position.stamp)}, ${place.position.sequence})`;
  const record = sql`(${value}, created_on, sequence)`;
  return direction === "asc" ? sql`${record} > ${last}` : sql`${record} < ${last}`;
}

const sortValues: Readonly<Record<SortField, SqlStatement>> = {
  entityType: sql`entity_type`,
  entityReference: sql`(entity_type || ':' || entity_id)`,
  entityId: sql`entity_id`,
  typePath: sql`type_path`,
  action: sql`action`,
  createdById: sql`coalesce(actor_id, '')`,
  changeSetId: sql`change_set_id`,
  source: sql`source`,
  sourceId: sql`coalesce(source_id, '')`,
  entityVersion: sql`entity_version`,
};

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
  const { entityTypes, action, createdById, changeSetId, source, typePath, changed } = criteria;
  return allOf([
    ...(entityTypes === undefined ? [] : [ofTypes(entityTypes)]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(createdById === undefined ? [] : [sql`actor_id = ${createdById}`]),
    ...(changeSetId === undefined ? [] : [sql`change_set_id = ${changeSetId}`]),
    ...(source === undefined ? [] : [sql`source = ${source}`]),
    ...(typePath === undefined ? [] : [ofTypes([typePath])]),
    ...(changed === undefined ? [] : [sql`diffs ? ${changed}`]),
    readableOnly(readable, projectOfChange),
  ]);
}

/** True for records of these types, or of types below them. */
function ofTypes(paths: readonly string[]): SqlStatement {
  const roots = paths.map(entityTypeOf);
  const prefixes = paths.map((path) => `${path}:`);
  return sql`(entity_type = any(${roots}) and type_path || ':' ^@ any(${prefixes}))`;
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
