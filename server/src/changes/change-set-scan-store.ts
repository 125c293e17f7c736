import type { ChangeAction } from "@weft/contract";
import type { Budget } from "../platform/budgets/budget.ts";
import type { BoundedRows } from "../platform/database/bounded-query.ts";
import type { BoundedDatabase, Database } from "../platform/database/database.ts";
import { type SqlStatement, sql } from "../platform/database/sql.ts";
import { type ChangeRow, type ChangeSource, positionOf } from "./change.ts";
import { everyChange } from "./change-criteria.ts";
import type { Position } from "./change-cursor.ts";
import { changeColumns, conditionOf, logOrder, placesOf, type Scan } from "./change-scan-store.ts";
import type { ReadableChanges } from "./readable-changes.ts";

/** A set, and the newest change of it that a scan has found. */
export interface SetHead {
  readonly id: string;
  readonly source: ChangeSource;
  readonly position: Position;
}

/** The sets of the matching changes among the first `scanMax` of the scan, which goes backwards. Newest set first. */
export async function findSetHeads(
  db: Database,
  scan: Scan,
  condition: SqlStatement,
  { scanMax, limit }: { readonly scanMax: number; readonly limit: number },
): Promise<SetHead[]> {
  const rows = await db.query<{ id: string; source: ChangeSource; created_on: Date; sequence: number }>(sql`
    select change_set_id as id, min(source) as source, max(created_on) as created_on, max(sequence) as sequence
    from (
      select ${changeColumns} from changes where ${placesOf(scan)} order by ${logOrder(scan)} limit ${scanMax}
    ) as scanned
    where ${condition}
    group by change_set_id order by max(sequence) desc limit ${limit}`);
  return rows.map((row) => ({ id: row.id, source: row.source, position: positionOf(row) }));
}

/** Where the changes of a set are. */
export interface SetPlace {
  readonly id: string;
  /** One of its changes. */
  readonly position: Position;
  /** Its changes are in this range of time. Both are the time of the change if the set is one transaction. */
  readonly from: Date;
  readonly to: Date;
}

interface SetReading {
  readonly orgId: string;
  readonly places: readonly SetPlace[];
  readonly readable: ReadableChanges;
  /** How many changes before and after the known one are scanned at most. */
  readonly scanMax: number;
}

export interface SetCount {
  readonly id: string;
  readonly entity_type: string;
  readonly action: ChangeAction;
  /** Of the set and readable. */
  readonly count: number;
  /** Of any set. */
  readonly scanned: number;
  readonly first_on: Date | null;
  readonly last_on: Date | null;
  readonly first_sequence: number | null;
  readonly last_sequence: number | null;
}

/** Counts the changes of sets by type and action. */
export async function countSets(db: Database, reading: SetReading): Promise<SetCount[]> {
  const mine = sql`(change_set_id = place.id and ${conditionOf(everyChange, reading.readable)})`;
  return db.query<SetCount>(sql`
    select place.id, counted.* from ${placeTable(reading.places)} cross join lateral (
      select entity_type, action, count(*) filter (where ${mine}) as count, count(*) as scanned,
        min(created_on) filter (where ${mine}) as first_on, max(created_on) filter (where ${mine}) as last_on,
        min(sequence) filter (where ${mine}) as first_sequence, max(sequence) filter (where ${mine}) as last_sequence
      from (${around(reading)}) as scanned group by entity_type, action
    ) as counted
    order by place.ordinality`);
}

/** The first changes of each set, in the order of the sets, then of the log. */
export async function findChangesOfSets(
  db: BoundedDatabase,
  reading: SetReading,
  { limit, budget }: { readonly limit: number; readonly budget: Budget },
): Promise<BoundedRows<ChangeRow>> {
  const statement = sql`
    select found.* from ${placeTable(reading.places)} cross join lateral (
      select ${changeColumns} from (${around(reading)}) as scanned
      where change_set_id = place.id and ${conditionOf(everyChange, reading.readable)}
      order by created_on, sequence limit ${limit}
    ) as found
    order by place.ordinality, found.created_on, found.sequence`;
  return db.queryWithin<ChangeRow>(statement, budget);
}

function placeTable(places: readonly SetPlace[]): SqlStatement {
  return sql`unnest(${places.map(({ id }) => id)}::text[],
    ${places.map(({ position }) => new Date(position.stamp))}::timestamptz[],
    ${places.map(({ position }) => position.sequence)}::bigint[], ${places.map(({ from }) => from)}::timestamptz[],
    ${places.map(({ to }) => to)}::timestamptz[]) with ordinality as place (id, stamp, sequence, from_time, to_time, ordinality)`;
}

/** The changes before and after the known one of each place. */
function around({ orgId, scanMax }: SetReading): SqlStatement {
  return sql`
    (select ${changeColumns} from changes
    where org_id = ${orgId} and created_on >= place.from_time and created_on <= place.stamp
      and (created_on, sequence) <= (place.stamp, place.sequence)
    order by created_on desc, sequence desc limit ${scanMax})
    union all
    (select ${changeColumns} from changes
    where org_id = ${orgId} and created_on >= place.stamp and created_on <= place.to_time
      and (created_on, sequence) > (place.stamp, place.sequence)
    order by created_on, sequence limit ${scanMax})`;
}
