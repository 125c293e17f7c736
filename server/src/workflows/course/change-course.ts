import { type EventListener, findListeners, raiseEvents } from "../../entities/event-listener.ts";
import type { TypeCatalog } from "../../entities/type-catalog.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import type { VersionCatalog } from "../version-catalog.ts";
import { processKindName } from "../workflow.ts";
import { awaitedKey, awaitedTopic, processesTopic, workflowsTopic } from "../workflows-topic.ts";
import { authorOfTask, type Course } from "./course.ts";
import { type LockedCourse, lockCourse, lockCourseOfTask, saveCourse, supersedeHeldCallbacks } from "./course-store.ts";
import { allTargets } from "./event-targets.ts";
import { causeOf } from "./readable-event.ts";
import { hasEnded } from "./task-states.ts";

export interface CourseServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly listeners: readonly EventListener[];
  readonly versions: VersionCatalog;
}

type CourseAddress = { readonly taskId: string } | { readonly processId: string };

/** Decides what becomes of a course, and may write what belongs to it. */
type CourseChange<Result> = (
  tx: Transaction,
  locked: LockedCourse,
) => Promise<{ readonly course: Course; readonly result: Result }>;

/**
 * The one way by which the state of a process or a task changes once it has begun: the course is locked, changed and
 * saved, and who waits for it is told. Undefined when there is no such process or task.
 */
export async function changeCourse<Result>(
  services: CourseServices,
  orgId: string,
  address: CourseAddress,
  change: CourseChange<Result>,
): Promise<{ readonly course: Course; readonly result: Result } | undefined> {
  // Known before the transaction: whoever holds a lock must not wait for a connection that those who wait for it hold.
  const types = await services.types.typesOf(orgId);
  return services.db.transaction(async (tx) => {
    const locked =
      "taskId" in address
        ? await lockCourseOfTask(tx, orgId, address.taskId)
        : await lockCourse(tx, orgId, address.processId);
    if (locked === undefined) {
      return undefined;
    }
    const changed = await change(tx, locked);
    const course = await saveCourse(tx, orgId, locked, changed.course);
    await supersedeCallbacks(tx, orgId, locked.course, changed.course);
    await tell(tx, services, { orgId, types, before: locked.course, after: changed.course });
    return { ...changed, course };
  });
}

/** Callbacks that came early do not win over another end of their task. */
async function supersedeCallbacks(tx: Transaction, orgId: string, before: Course, after: Course): Promise<void> {
  const ended = after.tasks.filter(
    ({ isAsync, status }, index) => isAsync && hasEnded(status) && status !== before.tasks[index]?.status,
  );
  if (ended.length > 0) {
    await supersedeHeldCallbacks(
      tx,
      orgId,
      ended.map(({ id }) => id),
    );
  }
}

interface Told {
  readonly orgId: string;
  readonly types: TypeTree;
  readonly before: Course;
  readonly after: Course;
}

async function tell(tx: Transaction, services: CourseServices, told: Told): Promise<void> {
  const { bus } = services;
  const { orgId, before, after } = told;
  const { process } = after;
  if (after.tasks !== before.tasks && after.tasks.some(({ runOn }) => runOn !== null)) {
    tx.afterCommit(() => bus.publish(workflowsTopic, orgId));
  }
  const awaited = after.tasks.find(
    ({ status }, index) => status === "awaiting" && before.tasks[index]?.status !== "awaiting",
  );
  if (awaited !== undefined) {
    tx.afterCommit(() => bus.publish(awaitedTopic, awaitedKey(orgId, awaited.action)));
  }
  if (process !== before.process) {
    tx.afterCommit(() => bus.publish(processesTopic, process.id));
  }
  if (hasEnded(process.status) && !hasEnded(before.process.status)) {
    // Its place is free for another.
    tx.afterCommit(() => bus.publish(workflowsTopic, orgId));
    await raiseOutcome(tx, services, told);
  }
}

/** Others may listen for the end of a process. One that was canceled has none. */
async function raiseOutcome(tx: Transaction, services: CourseServices, { orgId, types, after }: Told): Promise<void> {
  const { process, tasks } = after;
  if (process.status !== "completed" && process.status !== "failed") {
    return;
  }
  const listeners = await findListeners(tx, orgId, services.listeners);
  if (listeners.length === 0) {
    return;
  }
  const { writer } = await services.versions.versionOf(tx, orgId, process);
  const payload = {
    processId: process.id,
    eventWorkflowId: process.workflowId,
    status: process.status,
    cause: causeOf(process.triggerEvent),
    ...(process.failure === null ? {} : { failure: { ...process.failure } }),
    taskOutputs: Object.fromEntries(tasks.map(({ name, output }) => [name, output])),
  };
  const event = {
    kind: "named",
    name: `${processKindName}|${process.status}`,
    subject: {
      entityType: processKindName,
      id: process.id,
      target: { typePath: processKindName },
      cause: allTargets(process.eventTargets),
    },
    payload,
    author: authorOfTask(writer.author, process, process.id),
  } as const;
  await raiseEvents(tx, [event], { listeners, types });
}
