import { breakRun } from "../process-state/end-run.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import type { LockedProcess } from "../process-state/process-state-store.ts";
import { requireTask } from "../process-state/task-of-process.ts";
import { type ProcessServices, updateProcess } from "../process-state/update-process.ts";
import { definitionOf } from "../workflow.ts";

/** Times out a task or schedules its retry. Does nothing if the task has moved on meanwhile. */
export async function timeOutTask(services: ProcessServices, orgId: string, taskId: string): Promise<void> {
  await updateProcess(services, orgId, { taskId }, async (tx, locked) => {
    const { processState, now } = locked;
    const task = requireTask(processState, taskId);
    const message = reasonOf(task, locked);
    if (message === undefined) {
      return { processState, result: undefined };
    }
    const { definition } = await services.versions.versionOf(tx, orgId, processState.process);
    const failure = { code: "timeout", message } as const;
    const change = { failure, definition: definitionOf(definition.tasks, task.position), now };
    return { processState: breakRun(processState, task, change), result: undefined };
  });
}

function reasonOf(task: WorkflowTask, { now }: LockedProcess): string | undefined {
  if (task.status !== "running" && task.status !== "awaiting") {
    return undefined;
  }
  if (task.deadline !== null && task.deadline <= now) {
    return `The task timed out after ${task.timeoutSeconds} s.`;
  }
  return task.heartbeatDeadline !== null && task.heartbeatDeadline <= now
    ? `The task sent no heartbeat for ${task.heartbeatSeconds} s.`
    : undefined;
}
