import type { JsonObject } from "../../platform/json-value.ts";
import type { TaskForm } from "../task-form.ts";
import type { Failure, TaskLease, WorkflowProcess, WorkflowTask } from "./process-state.ts";
import { type EventTargets, targetsOfOldProcess } from "./readable-event.ts";
import type { ProcessStatus, TaskStatus } from "./task-states.ts";

export interface ProcessRow {
  readonly id: string;
  readonly workflow_id: string;
  readonly workflow_version: number;
  readonly status: ProcessStatus;
  readonly trigger_key: string;
  readonly trigger_event: JsonObject;
  /** Null for processes started by an earlier version of the service. */
  readonly event_targets: EventTargets | null;
  readonly causes: string[];
  readonly subtext: string | null;
  readonly failure: WorkflowProcess["failure"];
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly created_by_id: string | null;
  readonly started_on: Date | null;
  readonly ended_on: Date | null;
}

export interface TaskRow {
  readonly id: string;
  readonly process_id: string;
  readonly position: number;
  readonly name: string;
  readonly action: string;
  readonly is_async: boolean;
  readonly status: TaskStatus;
  readonly input: JsonObject | null;
  readonly output: JsonObject;
  readonly output_sources: Record<string, string>;
  readonly subtext: string | null;
  readonly progress: number | null;
  readonly failure: Failure | null;
  readonly attempt: number;
  readonly retries: number;
  readonly idempotency_key: string;
  readonly timeout_seconds: number;
  readonly heartbeat_seconds: number | null;
  /** Null for tasks created by an earlier version of the service, too. */
  readonly form: TaskForm | null;
  readonly state: JsonObject | null;
  readonly run_on: Date | null;
  readonly claimed_by: string | null;
  readonly leased_by: string | null;
  readonly leased_until: Date | null;
  readonly leased_attempt: number | null;
  readonly deadline: Date | null;
  readonly heartbeat_deadline: Date | null;
  readonly log_lines: number;
  readonly log_bytes: number;
  readonly version: number;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly started_on: Date | null;
  readonly ended_on: Date | null;
}

export function processOfRow(row: ProcessRow): WorkflowProcess {
  return {
    id: row.id,
    workflowId: row.workflow_id,
    workflowVersion: row.workflow_version,
    status: row.status,
    triggerKey: row.trigger_key,
    triggerEvent: row.trigger_event,
    eventTargets: row.event_targets ?? targetsOfOldProcess(row.trigger_key, row.trigger_event),
    causes: row.causes,
    subtext: row.subtext,
    failure: row.failure,
    version: row.version,
    createdOn: row.created_on,
    updatedOn: row.updated_on,
    createdById: row.created_by_id,
    startedOn: row.started_on,
    endedOn: row.ended_on,
  };
}

export function taskOfRow(row: TaskRow): WorkflowTask {
  return {
    id: row.id,
    processId: row.process_id,
    position: row.position,
    name: row.name,
    action: row.action,
    isAsync: row.is_async,
    status: row.status,
    input: row.input,
    output: row.output,
    outputSources: row.output_sources,
    subtext: row.subtext,
    progress: row.progress,
    failure: row.failure,
    attempt: row.attempt,
    retries: row.retries,
    idempotencyKey: row.idempotency_key,
    timeoutSeconds: row.timeout_seconds,
    heartbeatSeconds: row.heartbeat_seconds,
    form: row.form,
    state: row.state,
    runOn: row.run_on,
    claimedBy: row.claimed_by,
    lease: leaseOfRow(row),
    deadline: row.deadline,
    heartbeatDeadline: row.heartbeat_deadline,
    logLines: row.log_lines,
    logBytes: row.log_bytes,
    version: row.version,
    createdOn: row.created_on,
    updatedOn: row.updated_on,
    startedOn: row.started_on,
    endedOn: row.ended_on,
  };
}

function leaseOfRow({ leased_by: workerId, leased_until: until, leased_attempt: attempt }: TaskRow): TaskLease | null {
  return attempt === null ? null : { workerId, attempt, until };
}
