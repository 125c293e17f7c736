import type { ProcessState, WorkflowProcess, WorkflowTask } from "../process-state/process-state.ts";
import { noTargets } from "../process-state/readable-event.ts";
import { processStatusOf } from "../process-state/task-states.ts";

/** The time of built process states, and the base time of tests of pure functions. */
export const builtOn = new Date("2026-03-01T12:00:00.000Z");

export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}

/** A pending task, unless the input says otherwise. */
export function buildTask(input: Partial<WorkflowTask> = {}): WorkflowTask {
  const id = input.id ?? "task-0";
  return {
    id,
    processId: "process",
    position: 0,
    name: id,
    action: "external",
    isAsync: true,
    status: "pending",
    input: null,
    output: {},
    outputSources: {},
    subtext: null,
    progress: null,
    failure: null,
    attempt: 0,
    retries: 0,
    idempotencyKey: id,
    timeoutSeconds: 60,
    heartbeatSeconds: null,
    form: null,
    state: null,
    runOn: null,
    claimedBy: null,
    lease: null,
    deadline: null,
    heartbeatDeadline: null,
    logLines: 0,
    logBytes: 0,
    version: 1,
    createdOn: builtOn,
    updatedOn: builtOn,
    startedOn: null,
    endedOn: null,
    ...input,
  };
}

/** A started process with tasks task-0, task-1, … */
export function buildProcessState(
  inputs: readonly Partial<WorkflowTask>[],
  input: Partial<WorkflowProcess> = {},
): ProcessState {
  const tasks = inputs.map((task, position) => buildTask({ id: `task-${position}`, position, ...task }));
  const process: WorkflowProcess = {
    id: "process",
    workflowId: "workflow",
    workflowVersion: 1,
    status: processStatusOf(tasks),
    triggerKey: "manual|test",
    triggerEvent: {},
    eventTargets: noTargets,
    causes: [],
    subtext: null,
    failure: null,
    version: 1,
    createdOn: builtOn,
    updatedOn: builtOn,
    createdById: null,
    startedOn: builtOn,
    endedOn: null,
    ...input,
  };
  return { process, tasks };
}

export function statusesOf({ tasks }: ProcessState): string[] {
  return tasks.map(({ status }) => status);
}
