import { type CourseServices, changeCourse } from "../course/change-course.ts";
import type { WorkflowTask } from "../course/course.ts";
import type { LockedCourse } from "../course/course-store.ts";
import { breakRun } from "../course/end-run.ts";
import { requireTask } from "../course/task-of-course.ts";
import { definitionOf } from "../workflow.ts";

/** Ends a task whose time is over, or has it run again. Nothing happens to one that has gone on meanwhile. */
export async function timeOutTask(services: CourseServices, orgId: string, taskId: string): Promise<void> {
  await changeCourse(services, orgId, { taskId }, async (tx, locked) => {
    const { course, now } = locked;
    const task = requireTask(course, taskId);
    const message = reasonOf(task, locked);
    if (message === undefined) {
      return { course, result: undefined };
    }
    const { definition } = await services.versions.versionOf(tx, orgId, course.process);
    const failure = { code: "timeout", message } as const;
    const change = { failure, definition: definitionOf(definition.tasks, task.position), now };
    return { course: breakRun(course, task, change), result: undefined };
  });
}

function reasonOf(task: WorkflowTask, { now }: LockedCourse): string | undefined {
  if (task.status !== "running" && task.status !== "awaiting") {
    return undefined;
  }
  if (task.deadline !== null && task.deadline <= now) {
    return `The task has not ended within ${task.timeoutSeconds} s.`;
  }
  return task.heartbeatDeadline !== null && task.heartbeatDeadline <= now
    ? `Nothing was heard of the task for ${task.heartbeatSeconds} s.`
    : undefined;
}
