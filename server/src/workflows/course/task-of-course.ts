import assert from "node:assert";
import type { Course, WorkflowTask } from "./course.ts";

export function requireTask({ tasks }: Course, taskId: string): WorkflowTask {
  const task = tasks.find(({ id }) => id === taskId);
  assert(task !== undefined, "a course without the task that it was found by");
  return task;
}

export function replaceTask(course: Course, changed: WorkflowTask): Course {
  return { ...course, tasks: course.tasks.map((task) => (task.id === changed.id ? changed : task)) };
}
