import type { Database } from "../platform/database/database.ts";
import { prepared, sql } from "../platform/database/sql.ts";
import { type Slice, sliceTable } from "../platform/database/time-slices.ts";

/** The loads that ended in one interval. Rows, seconds and entities count completed loads only. */
export interface LoadCount {
  readonly interval: number;
  readonly completed: number;
  readonly failed: number;
  readonly canceled: number;
  readonly dryRuns: number;
  readonly rows: number;
  readonly seconds: number;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}

/** Dry runs write nothing, and are counted separately, whatever their result. */
export async function countEndedLoads(db: Database, orgId: string, slices: readonly Slice[]): Promise<LoadCount[]> {
  return db.query<LoadCount>(sql`
    select interval,
      count(*) filter (where status = 'completed' and not is_dry_run) as completed,
      count(*) filter (where status = 'failed' and not is_dry_run) as failed,
      count(*) filter (where status = 'canceled' and not is_dry_run) as canceled,
      count(*) filter (where is_dry_run) as "dryRuns",
      coalesce(sum(rows), 0)::bigint as rows, coalesce(sum(seconds), 0)::float8 as seconds,
      coalesce(sum(created), 0)::bigint as created, coalesce(sum(updated), 0)::bigint as updated,
      coalesce(sum(deleted), 0)::bigint as deleted
    from (
      select interval, status, is_dry_run,
        case when is_writing then (progress ->> 'rowsDone')::bigint end as rows,
        case when is_writing then extract(epoch from ended_on - started_on) end as seconds,
        case when is_writing then report -> 'counts' end as counts
      from ${sliceTable(slices)}
      join loads on org_id = ${orgId} and ended_on >= begins and ended_on < ends
      cross join lateral (select coalesce(configuration ->> 'dryRun' = 'true', false) as is_dry_run) as configured
      cross join lateral (select status = 'completed' and not is_dry_run as is_writing) as outcome
    ) as ended
    left join lateral (
      select sum((value ->> 'created')::bigint) as created, sum((value ->> 'updated')::bigint) as updated,
        sum((value ->> 'deleted')::bigint) as deleted
      from jsonb_each(ended.counts)
    ) as entities on true
    group by interval`);
}

export async function countLoadsInProgress(
  db: Database,
  orgId: string,
): Promise<{ readonly pending: number; readonly running: number }> {
  const [row] = await db.query<{ pending: number; running: number }>(prepared`
    select count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'running') as running
    from loads where org_id = ${orgId} and ended_on is null`);
  return row ?? { pending: 0, running: 0 };
}

export async function countLoadsOfAllOrgs(
  db: Database,
): Promise<{ readonly status: string; readonly count: number }[]> {
  return db.query<{ status: string; count: number }>(prepared`
    /* of all orgs: metrics */
    select status, count(*) as count from loads where ended_on is null group by status`);
}
