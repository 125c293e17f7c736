import type { JsonObject, JsonValue } from "../platform/json-value.ts";
import type { Failure, WorkflowProcess, WorkflowTask } from "./course.ts";
import { leaseInForce } from "./lease-in-force.ts";
import { processKindName, taskKindName } from "./workflow.ts";

type Shown = Record<string, JsonValue> & { readonly id: string; readonly version: number };

/** A task as callers see it; what it was called with and has come to only for those who may read what has started it. */
export function presentTask(task: WorkflowTask, lines: readonly string[], maySeeData: boolean): Shown {
  return {
    ...presentRun(task),
    id: task.id,
    version: task.version,
    entityType: taskKindName,
    typePath: taskKindName,
    name: task.name,
    status: task.status,
    processId: task.processId,
    action: task.action,
    async: task.isAsync,
    ...(maySeeData ? presentData(task) : {}),
    logs: lines,
    logLineCount: task.logLines,
    ...(task.progress === null ? {} : { progress: task.progress }),
    attempt: task.attempt,
    idempotencyKey: task.idempotencyKey,
    ...(task.deadline === null ? {} : { deadline: task.deadline.toISOString() }),
    ...presentClaim(task),
  };
}

function presentClaim(task: WorkflowTask): JsonObject {
  const lease = leaseInForce(task, new Date());
  return lease === undefined ? {} : { claim: { workerId: lease.workerId, leasedUntil: lease.until.toISOString() } };
}

function presentData({ input, output, outputSources }: WorkflowTask): JsonObject {
  return { ...(input === null ? {} : { input }), output, outputSources };
}

/** A process without its event and outputs. */
export function presentSummary(process: WorkflowProcess): Shown {
  return {
    ...presentRun(process),
    id: process.id,
    version: process.version,
    entityType: processKindName,
    typePath: processKindName,
    eventWorkflowId: process.workflowId,
    eventWorkflowVersion: process.workflowVersion,
    status: process.status,
    triggerKey: process.triggerKey,
    ...(process.createdById === null ? {} : { createdById: process.createdById }),
  };
}

interface Run {
  readonly createdOn: Date;
  readonly updatedOn: Date;
  readonly startedOn: Date | null;
  readonly endedOn: Date | null;
  readonly subtext: string | null;
  readonly failure: Failure | null;
}

function presentRun(run: Run): JsonObject {
  return {
    createdOn: run.createdOn.toISOString(),
    updatedOn: run.updatedOn.toISOString(),
    ...(run.startedOn === null ? {} : { startedOn: run.startedOn.toISOString() }),
    ...(run.endedOn === null ? {} : { endedOn: run.endedOn.toISOString() }),
    ...(run.subtext === null ? {} : { subtext: run.subtext }),
    ...(run.failure === null ? {} : { failure: { ...run.failure } }),
  };
}
