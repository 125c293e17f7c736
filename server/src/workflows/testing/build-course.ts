import type { Course, WorkflowProcess, WorkflowTask } from "../course/course.ts";
import { noTargets } from "../course/event-targets.ts";
import { processStatusOf } from "../course/task-states.ts";

/** The time at which courses are built, and from which tests of pure functions count. */
export const builtOn = new Date("2026-03-01T12:00:00.000Z");

export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}

/** A task that waits for its turn, unless the wish says otherwise. */
export function buildTask(wish: Partial<WorkflowTask> = {}): WorkflowTask {
  const id = wish.id ?? "task-0";
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
    ...wish,
  };
}

/** A process that has begun, with tasks task-0, task-1, … */
export function buildCourse(wishes: readonly Partial<WorkflowTask>[], wish: Partial<WorkflowProcess> = {}): Course {
  const tasks = wishes.map((task, position) => buildTask({ id: `task-${position}`, position, ...task }));
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
    ...wish,
  };
  return { process, tasks };
}

export function statusesOf({ tasks }: Course): string[] {
  return tasks.map(({ status }) => status);
}
