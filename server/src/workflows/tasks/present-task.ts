import type { KindDocument } from "../../access/entity-kind.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { taskKindName } from "../workflow.ts";
import { leaseInForce } from "./lease-in-force.ts";
import { presentStanding } from "./present-standing.ts";

/** A task as callers see it. Its data, logs and failure are only for callers who may read its trigger. */
export function presentTask(task: WorkflowTask, lines: readonly string[], maySeeData: boolean): KindDocument {
  return {
    ...presentStanding(task, maySeeData),
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
    logs: maySeeData ? lines : [],
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
