import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import { findListeners, raiseEvents } from "../../entities/write/event-listener.ts";
import type { TypeTree } from "../../entity-types/type-tree.ts";
import type { Transaction } from "../../platform/database/database.ts";
import { conflict, notFound } from "../../platform/errors.ts";
import {
  awaitedKey,
  awaitedTopic,
  cancellationsTopic,
  processesTopic,
  processKindName,
  workflowsTopic,
} from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { cancelProcessState } from "./move-task.ts";
import { authorOfTask, type ProcessState } from "./process-state.ts";
import {
  type LockedProcess,
  lockProcess,
  lockProcessOfTask,
  saveProcessState,
  supersedeHeldCallbacks,
} from "./process-state-store.ts";
import { allTargets, causeOf } from "./readable-event.ts";
import { hasEnded } from "./task-states.ts";

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
  return services.db.transaction((tx) => updateProcessIn(tx, services, { orgId, types, address }, change));
}

interface ProcessPlace {
  readonly orgId: string;
  readonly types: TypeTree;
  readonly address: ProcessAddress;
}

/** The same in a transaction that also records the change in the audit log. */
export async function updateProcessIn<Result>(
  tx: Transaction,
  services: ProcessServices,
  { orgId, types, address }: ProcessPlace,
  change: ProcessChange<Result>,
): Promise<{ readonly processState: ProcessState; readonly result: Result } | undefined> {
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
  // A restarted process can end at once, and so end twice.
  if (hasEnded(process.status) && process.endedOn !== before.process.endedOn) {
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

/** Cancels a process: aborts running tasks, stops waiting for callbacks, and starts nothing more. */
export async function cancelProcess(services: ProcessServices, caller: Caller, processId: string): Promise<void> {
  requireRight(caller, "update", { typePath: processKindName }, processId);
  const changed = await updateProcess(services, caller.org.id, { processId }, async (_tx, { processState, now }) => {
    if (hasEnded(processState.process.status)) {
      throw conflict(`The process has already ended: it is ${processState.process.status}.`);
    }
    return { processState: cancelProcessState({ processState, now }), result: undefined };
  });
  if (changed === undefined) {
    throw notFound(processKindName, processId);
  }
  services.bus.publish(cancellationsTopic, processId);
}
