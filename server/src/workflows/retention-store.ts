import type { Transaction } from "../platform/database/database.ts";
import { sql } from "../platform/database/sql.ts";

/** Returns the number of deleted processes. */
export async function deleteOldProcesses(tx: Transaction, days: number, max: number): Promise<number> {
  const rows = await tx.query(sql`
    /* of all orgs */ delete from event_workflow_processes p using (
      select org_id, id from event_workflow_processes
      where ended_on < now() - make_interval(days => ${days}) order by ended_on limit ${max}
    ) as old where p.org_id = old.org_id and p.id = old.id returning 1`);
  return rows.length;
}

/** Deletes outdated versions, and those of deleted workflows, once no process uses them. */
export async function deleteUnusedVersions(tx: Transaction): Promise<void> {
  await tx.query(sql`
    /* of all orgs */ delete from event_workflow_versions v
    where not exists (
        select 1 from event_workflow_processes p
        where p.workflow_id = v.workflow_id and p.org_id = v.org_id and p.workflow_version = v.version)
      and not exists (
        select 1 from event_workflows w
        where w.org_id = v.org_id and w.id = v.workflow_id and w.version = v.version)`);
}
