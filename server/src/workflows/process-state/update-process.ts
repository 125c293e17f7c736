import { type EventListener, findListeners, raiseEvents } from "../../entities/event-listener.ts";
import type { TypeCatalog } from "../../entities/type-catalog.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import type { VersionCatalog } from "../version-catalog.ts";
import { processKindName } from "../workflow.ts";
import { awaitedKey, awaitedTopic, processesTopic, workflowsTopic } from "../workflows-topic.ts";
import { allTargets } from "./event-targets.ts";
import { authorOfTask, type ProcessState } from "./process-state.ts";
import {
  type LockedProcess,
  lockProcess,
  lockProcessOfTask,
  saveProcessState,
  supersedeHeldCallbacks,
} from "./process-state-store.ts";
import { causeOf } from "./readable-event.ts";
import { hasEnded } from "./task-states.ts";

export interface ProcessServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly listeners: readonly EventListener[];
  readonly versions: VersionCatalog;
}

type ProcessAddress = { readonly taskId: string } | { readonly processId: string };

/** Computes the next process state, and may write related rows. */
type ProcessChange<Result> = (
  tx: Transaction,
  locked: LockedProcess,
) => Promise<{ readonly processState: ProcessState; readonly result: Result }>;

/**
 * The only way to change the state of a process or task once it has started: locks, changes and saves the process
 * state, and notifies those who wait for it. Returns undefined if the process or task does not exist.
 */
export async function updateProcess<Result>(
  services: ProcessServices,
  orgId: string,
  address: ProcessAddress,
  change: ProcessChange<Result>,
): Promise<{ readonly processState: ProcessState; readonly result: Result } | undefined> {
  // Loaded before the transaction: a lock holder must not wait for a connection held by those who wait for its lock.
  const types = await services.types.typesOf(orgId);
  return services.db.transaction(async (tx) => {
    const locked =
      "taskId" in address
        ? await lockProcessOfTask(tx, orgId, address.taskId)
        : await lockProcess(tx, orgId, address.processId);
    if (locked === undefined) {
      return undefined;
    }
    const changed = await change(tx, locked);
    const processState = await saveProcessState(tx, orgId, locked, changed.processState);
    await supersedeCallbacks(tx, orgId, locked.processState, changed.processState);
    await report(tx, services, { orgId, types, before: locked.processState, after: changed.processState });
    return { ...changed, processState };
  });
}

/** Held callbacks do not win over another outcome of their task. */
async function supersedeCallbacks(
  tx: Transaction,
  orgId: string,
  before: ProcessState,
  after: ProcessState,
): Promise<void> {
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

interface Reported {
  readonly orgId: string;
  readonly types: TypeTree;
  readonly before: ProcessState;
  readonly after: ProcessState;
}

async function report(tx: Transaction, services: ProcessServices, reported: Reported): Promise<void> {
  const { bus } = services;
  const { orgId, before, after } = reported;
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
    // A slot is free for another process.
    tx.afterCommit(() => bus.publish(workflowsTopic, orgId));
    await raiseOutcome(tx, services, reported);
  }
}

/** Raises an event for the end of a process. A canceled process raises none. */
async function raiseOutcome(
  tx: Transaction,
  services: ProcessServices,
  { orgId, types, after }: Reported,
): Promise<void> {
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
