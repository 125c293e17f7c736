import type { Database } from "../../platform/database/database.ts";
import { prepared, sql } from "../../platform/database/sql.ts";
import { type Slice, sliceTable } from "../../platform/database/time-slices.ts";

export interface ProcessCount {
  readonly interval: number;
  readonly outcome: "started" | "completed" | "failed" | "canceled";
  readonly count: number;
}

/** The workflow processes that started in a range, and those that ended in it. */
export async function countProcesses(db: Database, orgId: string, slices: readonly Slice[]): Promise<ProcessCount[]> {
  return db.query<ProcessCount>(sql`
    select interval, counted.* from ${sliceTable(slices)} cross join lateral (
      select 'started' as outcome, count(*) as count from event_workflow_processes
      where org_id = ${orgId} and started_on >= begins and started_on < ends
      union all
      select status, count(*) from event_workflow_processes
      where org_id = ${orgId} and ended_on >= begins and ended_on < ends
      group by status
    ) as counted`);
}

/** Two counts, because each status has its own index. */
export async function countProcessesInProgress(
  db: Database,
  orgId: string,
): Promise<{ readonly status: "pending" | "running" | "awaiting"; readonly count: number }[]> {
  return db.query<{ status: "pending" | "running" | "awaiting"; count: number }>(prepared`
    select 'pending' as status, count(*) as count
    from event_workflow_processes where org_id = ${orgId} and status = 'pending'
    union all
    select status, count(*)
    from event_workflow_processes where org_id = ${orgId} and status in ('running', 'awaiting')
    group by status`);
}

export async function countProcessesOfAllOrgs(
  db: Database,
): Promise<{ readonly status: string; readonly count: number }[]> {
  return db.query<{ status: string; count: number }>(prepared`
    /* of all orgs: metrics */
    select 'pending' as status, count(*) as count from event_workflow_processes where status = 'pending'
    union all
    select status, count(*) from event_workflow_processes where status in ('running', 'awaiting') group by status`);
}
