import type { Transaction } from "../../platform/database/database.ts";
import type { JsonObject } from "../../platform/json-value.ts";
import { findHeld, markApplied } from "../callbacks/callback-store.ts";
import { takeCallback } from "../callbacks/receive-callback.ts";
import { type CourseServices, changeCourse } from "../course/change-course.ts";
import type { Course, Failure, WorkflowTask } from "../course/course.ts";
import { appendLines, type LockedCourse } from "../course/course-store.ts";
import { breakRun, finishRun, isSameRun, postponeRun } from "../course/end-run.ts";
import { countLines } from "../course/log-lines.ts";
import { replaceTask, requireTask } from "../course/task-of-course.ts";
import { definitionOf } from "../workflow.ts";
import type { ClaimedTask } from "./claim-tasks.ts";

/** How a run of a task's action has ended. */
export type RunEnd =
  | { readonly kind: "done"; readonly output: JsonObject }
  | { readonly kind: "again"; readonly on: Date; readonly state: JsonObject }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface EndedRun {
  readonly end: RunEnd;
  /** What the action was called with, as it may be shown. */
  readonly input: JsonObject;
  readonly lines: readonly string[];
}

/** Notes how the run of a task has ended. Nothing is noted for one that has been taken over, canceled or timed out. */
export async function endTask(
  services: CourseServices,
  orgId: string,
  claimed: ClaimedTask,
  ended: EndedRun,
): Promise<void> {
  await changeCourse(services, orgId, { taskId: claimed.task.id }, async (tx, locked) => {
    const task = requireTask(locked.course, claimed.task.id);
    return {
      course: isSameRun(task, claimed.task) ? await endRun(tx, orgId, locked, { claimed, ended }) : locked.course,
      result: undefined,
    };
  });
}

interface Ending {
  readonly claimed: ClaimedTask;
  readonly ended: EndedRun;
}

async function endRun(
  tx: Transaction,
  orgId: string,
  locked: LockedCourse,
  { claimed, ended }: Ending,
): Promise<Course> {
  const { now } = locked;
  const before = requireTask(locked.course, claimed.task.id);
  if (ended.lines.length > 0) {
    await appendLines(tx, orgId, before, ended.lines);
  }
  const task = { ...countLines(before, ended.lines), input: ended.input };
  const course = replaceTask(locked.course, task);
  const moved = move(course, task, { claimed, ended }, now);
  return takeEarlyCallbacks(tx, orgId, { course: moved, now }, requireTask(moved, task.id));
}

function move(course: Course, task: WorkflowTask, { claimed, ended: { end } }: Ending, now: Date): Course {
  switch (end.kind) {
    case "done":
      return finishRun(course, task, end.output, now);
    case "again":
      return postponeRun(course, task, end.on, end.state);
    case "failed": {
      const definition = definitionOf(claimed.version.definition.tasks, task.position);
      return breakRun(course, task, { failure: end.failure, definition, now });
    }
  }
}

/** Callbacks that came early are applied now that the task waits for them. */
async function takeEarlyCallbacks(
  tx: Transaction,
  orgId: string,
  locked: LockedCourse,
  task: WorkflowTask,
): Promise<Course> {
  let { course } = locked;
  let held = task.status === "awaiting" ? await findHeld(tx, orgId, task) : [];
  while (held.length > 0) {
    await markApplied(
      tx,
      orgId,
      held.map(({ id }) => id),
    );
    for (const { body, received_on } of held) {
      course = await takeCallback(tx, orgId, { course, now: locked.now }, { callback: body, receivedOn: received_on });
    }
    held = await findHeld(tx, orgId, task);
  }
  return course;
}
