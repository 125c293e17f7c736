import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedRows } from "../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import { hourMs } from "../platform/durations.ts";
import { type ChangeRow, positionOf } from "./change.ts";
import { encodeCursor, type Position } from "./change-cursor.ts";
import { logOrder, placesOf, type Scan } from "./change-scan-store.ts";

/** All later reads of the transaction see one snapshot. */
export async function startSnapshot(tx: Transaction): Promise<void> {
  await tx.query(sql`set transaction isolation level repeatable read, read only`);
}

export async function findRecordAfter(db: Database, orgId: string, place: Position): Promise<Position | undefined> {
  const stamp = new Date(place.stamp);
  const rows = await db.query<Pick<ChangeRow, "sequence" | "created_on">>(sql`
    select sequence, created_on from changes
    where org_id = ${orgId} and created_on >= ${stamp} and (created_on, sequence) > (${stamp}, ${place.sequence})
    order by created_on, sequence limit 1`);
  return rows[0] === undefined ? undefined : positionOf(rows[0]);
}

export async function findRecordUpTo(db: Database, orgId: string, place: Position): Promise<Position | undefined> {
  const stamp = new Date(place.stamp);
  const rows = await db.query<Pick<ChangeRow, "sequence" | "created_on">>(sql`
    select sequence, created_on from changes
    where org_id = ${orgId} and created_on <= ${stamp} and (created_on, sequence) <= (${stamp}, ${place.sequence})
    order by created_on desc, sequence desc limit 1`);
  return rows[0] === undefined ? undefined : positionOf(rows[0]);
}

/** Whether the log has a record of the entity. */
export async function findRecordOf(
  db: Database,
  orgId: string,
  { entityType, entityId }: { readonly entityType: string; readonly entityId: string },
): Promise<boolean> {
  const rows = await db.query(prepared`
    select 1 from changes
    where entity_id = ${entityId} and org_id = ${orgId} and entity_type = ${entityType} limit 1`);
  return rows.length > 0;
}

/** The number of purged records between two sequence numbers. */
export async function countPurged(
  db: Database,
  orgId: string,
  { after, before }: { readonly after: number; readonly before: number },
): Promise<number> {
  const rows = await db.query<{ count: number }>(prepared`
    select count(*) as count from purged_changes
    where org_id = ${orgId} and sequence > ${after} and sequence < ${before}`);
  return oneRow(rows).count;
}

/** The end of the log. For an empty log, the position before every change. */
export async function findLogEnd(db: Database, orgId: string): Promise<Position> {
  const row = oneRow(
    await db.query<{ last_sequence: number; last_stamp: Date }>(prepared`
      select coalesce(max(last_sequence), 0) as last_sequence, coalesce(max(last_stamp), '2000-01-01Z') as last_stamp
      from org_feeds where org_id = ${orgId}`),
  );
  return { sequence: row.last_sequence, stamp: row.last_stamp.getTime() };
}

/** The position up to which records of the type were deleted. Without a type, records of any type. */
export async function findHorizon(
  db: Database,
  orgId: string,
  entityType: string | undefined,
): Promise<Position | undefined> {
  const rows = await db.query<{ sequence: number; stamp: Date }>(prepared`
    select sequence, stamp from change_horizons
    where org_id = ${orgId} and (entity_type = ${entityType ?? null}::text or ${entityType ?? null}::text is null)
    order by sequence desc limit 1`);
  return rows[0] === undefined ? undefined : { sequence: rows[0].sequence, stamp: rows[0].stamp.getTime() };
}

/** Identifies a change for listeners that were notified of it in its own transaction. */
interface ChangeKey {
  readonly entityType: string;
  readonly entityId: string;
  readonly version: number;
}

interface Found {
  readonly entity_type: string;
  readonly entity_id: string;
  readonly entity_version: number;
  readonly created_on: Date;
  readonly sequence: number;
}

// The database clock stamps records, a node's clock stamps events.
const clockDriftMs = hourMs;

/**
 * The history ids of the changes, in the given order; undefined for a change without a record. None of the changes
 * happened before the given time.
 */
export async function findChangeIds(
  db: Database,
  orgId: string,
  keys: readonly ChangeKey[],
  since: Date,
): Promise<(string | undefined)[]> {
  // Looks up each change by entity id. The planner has no statistics for a month that is hours old and would read all
  // changes of the type or of the org; the limit prevents that.
  const rows = await db.query<Found>(prepared`
    select found.* from unnest(${keys.map(({ entityId }) => entityId)}::text[],
      ${keys.map(({ version }) => version)}::integer[]) as asked (entity_id, entity_version)
    cross join lateral (
      select c.entity_type, c.entity_id, c.entity_version, c.created_on, c.sequence from changes c
      where c.entity_id = asked.entity_id and c.org_id = ${orgId} and c.entity_version = asked.entity_version
        and c.created_on >= ${new Date(since.getTime() - clockDriftMs)}::timestamptz
      limit 10
    ) found`);
  const ids = new Map(
    rows.map((row) => [
      nameOf({ entityType: row.entity_type, entityId: row.entity_id, version: row.entity_version }),
      encodeCursor({ sequence: row.sequence, stamp: row.created_on.getTime() }),
    ]),
  );
  return keys.map((key) => ids.get(nameOf(key)));
}

function nameOf({ entityType, entityId, version }: ChangeKey): string {
  return `${entityType}:${entityId}:${version}`;
}

export type ChangeOfSet = Pick<
  ChangeRow,
  "created_on" | "sequence" | "entity_type" | "entity_id" | "type_path" | "action" | "entity_version" | "diffs"
>;

interface ChangeSetRange {
  readonly changeSetId: string;
  /** The time range in which the set was written. Limits the part of the log that is scanned. */
  readonly from: Date;
  readonly until: Date;
  /** Only changes before this position. */
  readonly before: { readonly createdOn: Date; readonly sequence: number };
  readonly limit: number;
}

/** The changes of a set, last change first. */
export async function listChangeSet(db: Database, orgId: string, range: ChangeSetRange): Promise<ChangeOfSet[]> {
  const { changeSetId, from, until, before, limit } = range;
  return db.query<ChangeOfSet>(prepared`
    select created_on, sequence, entity_type, entity_id, type_path, action, entity_version, diffs
    from changes
    where org_id = ${orgId} and created_on >= ${from} and created_on <= ${until}
      and (created_on, sequence) < (${before.createdOn}, ${before.sequence}) and change_set_id = ${changeSetId}
    order by created_on desc, sequence desc limit ${limit}`);
}

/** The last versions that a set gave to these entities. */
export async function findVersionsOfSet(
  db: Database,
  orgId: string,
  changeSetId: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ entity_id: string; version: number }>(prepared`
    select entity_id, max(entity_version) as version from changes
    where entity_id = any(${[...entityIds]}::text[]) and org_id = ${orgId} and change_set_id = ${changeSetId}
    group by entity_id`);
  return new Map(rows.map(({ entity_id, version }) => [entity_id, version]));
}

/** The last version of each of the entities, deleted ones included. */
export async function findLastVersions(
  db: Database,
  orgId: string,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ entity_id: string; version: number }>(prepared`
    select entity_id, max(entity_version) as version from changes
    where entity_id = any(${[...entityIds]}::text[]) and org_id = ${orgId}
    group by entity_id`);
  return new Map(rows.map(({ entity_id, version }) => [entity_id, version]));
}

/** The first changes of the scan. */
export async function findChanges(
  db: BoundedDatabase,
  scan: Scan,
  limit: number,
  budget: Budget,
): Promise<BoundedRows<ChangeRow>> {
  const statement = sql`
    select * from changes where ${placesOf(scan)} order by ${logOrder(scan)} limit ${limit}`;
  return db.queryWithin<ChangeRow>(statement, budget);
}

/** The federatedIds that deleted entities had when they were deleted, by id. */
export async function findDeletedFederatedIds(
  db: Database,
  orgId: string,
  entityType: string,
  ids: readonly string[],
): Promise<[string, string][]> {
  const rows = await db.query<{ entity_id: string; federated_id: string }>(prepared`
    select last.entity_id, last.diffs ->> 'federatedId' as federated_id
    from unnest(${[...ids]}::text[]) as asked (entity_id)
    cross join lateral (
      select c.entity_id, c.entity_type, c.action, c.diffs from changes c
      where c.entity_id = asked.entity_id and c.org_id = ${orgId}
      order by c.created_on desc, c.sequence desc limit 1
    ) last
    where last.entity_type = ${entityType} and last.action = 'delete' and last.diffs ->> 'federatedId' is not null`);
  return rows.map(({ entity_id, federated_id }) => [entity_id, federated_id]);
}

/** Who created an entity, and when. */
export type Creation = Pick<ChangeRow, "created_on" | "actor_id">;

/** The first change of the scan that created the entity. */
export async function findCreate(db: Database, scan: Scan): Promise<Creation | undefined> {
  const rows = await db.query<Creation>(sql`
    select created_on, actor_id from changes where ${placesOf(scan)} and action = 'create' order by ${logOrder(scan)} limit 1`);
  return rows[0];
}
