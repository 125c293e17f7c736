import type { Database, Transaction } from "../platform/database/database.ts";
import { oneRow, prepared, sql } from "../platform/database/sql.ts";
import { epochOf, epochSize, type Position } from "./change-cursor.ts";

/** The server cluster and the timeline that a session writes on. */
export interface Timeline {
  readonly system_identifier: string;
  readonly timeline: string;
}

export interface Timelines {
  readonly now: Timeline;
  /** Undefined if nothing was written yet. */
  readonly last: Timeline | undefined;
}

/** Of a primary: a server in recovery has no position to write at. */
export async function readTimelines(db: Database): Promise<Timelines> {
  const row = oneRow(
    await db.query<Timeline & { last_identifier: string | null; last_timeline: string | null }>(sql`
      select control.system_identifier::text, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
        last.system_identifier as last_identifier, last.timeline as last_timeline
      from pg_control_system() as control left join feed_timeline as last on true`),
  );
  const { system_identifier, timeline, last_identifier, last_timeline } = row;
  return {
    now: { system_identifier, timeline },
    last:
      last_identifier === null || last_timeline === null
        ? undefined
        : { system_identifier: last_identifier, timeline: last_timeline },
  };
}

/** Until the transaction ends, no other session begins an epoch. */
export async function lockTimeline(tx: Transaction): Promise<void> {
  // However many organizations there are, a limit for requests does not apply.
  await tx.query(sql`set local statement_timeout = 0`);
  await tx.query(sql`lock table feed_timeline in exclusive mode`);
}

export async function saveTimeline(tx: Transaction, { system_identifier, timeline }: Timeline): Promise<void> {
  await tx.query(sql`
    insert into feed_timeline (system_identifier, timeline) values (${system_identifier}, ${timeline})
    on conflict (is_only) do update
    set system_identifier = excluded.system_identifier, timeline = excluded.timeline, since = excluded.since`);
}

/**
 * Ends the epoch of every org at the end of its log. The update comes first: it waits for writers that are not on a new
 * session, such as those of an earlier release, and keeps others out. A log that began meanwhile has no epoch to end.
 */
export async function forkFeeds(tx: Transaction): Promise<void> {
  await tx.query(sql`
    /* of all orgs: a new timeline */ update org_feeds set last_sequence = last_sequence + ${epochSize}::bigint`);
  await tx.query(sql`
    /* of all orgs: a new timeline */ insert into feed_forks (org_id, sequence)
    select org_id, last_sequence - ${epochSize}::bigint from org_feeds where last_sequence >= ${epochSize}::bigint`);
}

/** Whether the epoch of the position ended before it. */
export async function isBeyondFork(db: Database, orgId: string, { sequence }: Position): Promise<boolean> {
  const rows = await db.query(prepared`
    select 1 from feed_forks
    where org_id = ${orgId} and sequence >= ${epochOf(sequence) * epochSize}::bigint and sequence < ${sequence}::bigint
    limit 1`);
  return rows.length > 0;
}
