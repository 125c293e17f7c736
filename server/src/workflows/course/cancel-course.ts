import type { Course } from "./course.ts";
import { type Moment, moveTasks } from "./move-task.ts";

const canceled = { code: "canceled", message: "The process was canceled." } as const;

/** The course with everything ended that has not. A process that has not begun has no tasks yet. */
export function cancelCourse({ course, now }: Moment): Course {
  const moved = moveTasks({ course, now }, "cancel", { failure: canceled });
  return { ...moved, process: { ...moved.process, status: "canceled", endedOn: now, failure: canceled } };
}
