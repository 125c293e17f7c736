import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { conflict, notFound } from "../../errors.ts";
import { cancelCourse } from "../course/cancel-course.ts";
import { type CourseServices, changeCourse } from "../course/change-course.ts";
import { hasEnded } from "../course/task-states.ts";
import { processKindName } from "../workflow.ts";
import { cancellationsTopic } from "../workflows-topic.ts";

/** Ends a process: what runs is stopped, what waits is waited for no more, and nothing further begins. */
export async function cancelProcess(services: CourseServices, caller: Caller, processId: string): Promise<void> {
  requireRight(caller, "update", { typePath: processKindName }, processId);
  const changed = await changeCourse(services, caller.org.id, { processId }, async (_tx, { course, now }) => {
    if (hasEnded(course.process.status)) {
      throw conflict(`The process has ended already: it is ${course.process.status}.`);
    }
    return { course: cancelCourse({ course, now }), result: undefined };
  });
  if (changed === undefined) {
    throw notFound(processKindName, processId);
  }
  services.bus.publish(cancellationsTopic, processId);
}
