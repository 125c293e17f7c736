import type { Database } from "../../platform/database/database.ts";
import { sql } from "../../platform/database/sql.ts";
import type { WorkflowProcess } from "../process-state/process-state.ts";
import { type ProcessRow, processOfRow } from "../process-state/process-state-rows.ts";

// Lists are filtered in memory, without events, among the rows that the criteria select.
const listedMax = 20_000;

interface ProcessFilter {
  readonly workflowId: string | undefined;
  readonly status: string | undefined;
}

/**
 * Without events, which may be large, except for what determines who may read a failure. Beyond the limit, only the
 * newest.
 */
export async function listProcesses(
  db: Database,
  orgId: string,
  { workflowId, status }: ProcessFilter,
): Promise<WorkflowProcess[]> {
  const rows = await db.query<ProcessRow>(sql`
    select * from (
      select id, workflow_id, workflow_version, status, trigger_key, event_targets,
        case when event_targets is null and failure is not null then jsonb_build_object(
          'newData', jsonb_build_object('typePath', trigger_event #> '{newData,typePath}',
            'projectId', trigger_event #> '{newData,projectId}'),
          'oldData', jsonb_build_object('typePath', trigger_event #> '{oldData,typePath}',
            'projectId', trigger_event #> '{oldData,projectId}'),
          'cause', trigger_event -> 'cause') else '{}'::jsonb end as trigger_event,
        causes, subtext, failure, version, created_on, updated_on, created_by_id, started_on, ended_on
      from event_workflow_processes
      where org_id = ${orgId} and (${workflowId ?? null}::text is null or workflow_id = ${workflowId ?? null})
        and (${status ?? null}::text is null or status = ${status ?? null})
      order by id desc limit ${listedMax}
    ) as newest order by id`);
  return rows.map(processOfRow);
}
