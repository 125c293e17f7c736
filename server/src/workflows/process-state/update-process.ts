import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { Author } from "../../changes/change.ts";
import { findListeners, raiseEvents, type WeftEvent } from "../../entities/write/event-listener.ts";
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
  type ChangedState,
  type LockedProcess,
  lockProcess,
  lockProcessesOfTasks,
  saveProcessStates,
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
  const [locked] =
    "taskId" in address
      ? await lockProcessesOfTasks(tx, orgId, [address.taskId])
      : [await lockProcess(tx, orgId, address.processId)];
  if (locked === undefined) {
    return undefined;
  }
  const changed = await change(tx, locked);
  const [processState = changed.processState] = await save(tx, services, { orgId, types }, [
    { locked, after: changed.processState },
  ]);
  return { ...changed, processState };
}

/**
 * Changes the processes of several tasks in one transaction. The change returns a state for each of those that exist,
 * in their order.
 */
export async function updateProcesses(
  services: ProcessServices,
  orgId: string,
  taskIds: readonly string[],
  change: (tx: Transaction, locked: readonly LockedProcess[]) => Promise<readonly ProcessState[]>,
): Promise<void> {
  const types = await services.types.typesOf(orgId);
  await services.db.transaction(async (tx) => {
    const locked = await lockProcessesOfTasks(tx, orgId, taskIds);
    const states = await change(tx, locked);
    const changes = locked.map((one, index) => ({ locked: one, after: states[index] ?? one.processState }));
    await save(tx, services, { orgId, types }, changes);
  });
}

async function save(
  tx: Transaction,
  services: ProcessServices,
  { orgId, types }: Omit<ProcessPlace, "address">,
  changes: readonly ChangedState[],
): Promise<ProcessState[]> {
  const saved = await saveProcessStates(tx, orgId, changes);
  await supersedeCallbacks(tx, orgId, changes);
  for (const change of changes) {
    announce(tx, services, orgId, change);
  }
  await raiseOutcomes(tx, services, { orgId, types }, changes.filter(hasJustEnded));
  return saved;
}

/** Held callbacks do not win over another outcome of their task. */
async function supersedeCallbacks(tx: Transaction, orgId: string, changes: readonly ChangedState[]): Promise<void> {
  const ended = changes.flatMap(({ locked, after }) =>
    after.tasks.filter(
      ({ isAsync, status }, index) =>
        isAsync && hasEnded(status) && status !== locked.processState.tasks[index]?.status,
    ),
  );
  if (ended.length > 0) {
    await supersedeHeldCallbacks(
      tx,
      orgId,
      ended.map(({ id }) => id),
    );
  }
}

/** A restarted process can end at once, and so end twice. */
function hasJustEnded({ locked, after: { process } }: ChangedState): boolean {
  return hasEnded(process.status) && process.endedOn !== locked.processState.process.endedOn;
}

/** Notifies those who wait for the state, once it is committed. */
function announce(tx: Transaction, { bus }: ProcessServices, orgId: string, change: ChangedState): void {
  const { after } = change;
  const before = change.locked.processState;
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
  if (hasJustEnded(change)) {
    // A slot is free for another process.
    tx.afterCommit(() => bus.publish(workflowsTopic, orgId));
  }
}

/** Raises an event for the end of each process. A canceled process raises none. */
async function raiseOutcomes(
  tx: Transaction,
  services: ProcessServices,
  { orgId, types }: Omit<ProcessPlace, "address">,
  ended: readonly ChangedState[],
): Promise<void> {
  const reported = ended.filter(({ after: { process } }) => process.status !== "canceled");
  const listeners = reported.length === 0 ? [] : await findListeners(tx, orgId, services.listeners);
  if (listeners.length === 0) {
    return;
  }
  const events: WeftEvent[] = [];
  for (const { after } of reported) {
    const { writer } = await services.versions.versionOf(tx, orgId, after.process);
    events.push(outcomeOf(after, writer.author));
  }
  await raiseEvents(tx, events, { listeners, types });
}

function outcomeOf({ process, tasks }: ProcessState, author: Author): WeftEvent {
  return {
    kind: "named",
    name: `${processKindName}|${process.status}`,
    subject: {
      entityType: processKindName,
      id: process.id,
      target: { typePath: processKindName },
      cause: allTargets(process.eventTargets),
    },
    payload: {
      processId: process.id,
      eventWorkflowId: process.workflowId,
      status: process.status,
      cause: causeOf(process.triggerEvent),
      ...(process.failure === null ? {} : { failure: { ...process.failure } }),
      taskOutputs: Object.fromEntries(tasks.map(({ name, output }) => [name, output])),
    },
    author: authorOfTask(author, process, process.id),
  };
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
