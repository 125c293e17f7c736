import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import { nextHint, type WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { conflict, invalidField, notFound } from "../../platform/errors.ts";
import { requireCallbackRight } from "../callbacks/receive-callback.ts";
import { breakRun, heartbeatDeadlineOf } from "../process-state/end-run.ts";
import { stampLines, validateLines } from "../process-state/log-lines.ts";
import { type ProcessState, replaceTask, requireTask, type WorkflowTask } from "../process-state/process-state.ts";
import { appendLines, findTask, type LockedProcess } from "../process-state/process-state-store.ts";
import { updateProcess } from "../process-state/update-process.ts";
import { awaitedKey, awaitedTopic, definitionOf, taskKindName } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { leaseInForce } from "./read-task.ts";
import { type LeaseInput, type LeaseRenewal, postponeLease, prolongLease, takeLeases } from "./task-store.ts";

// A notification may be lost, and an expired lease sends none.
const lookAgainMs = 1_000;

/** Leases unclaimed tasks to the worker, at once or as soon as there are any before the timeout. */
export async function leaseTasks(
  { db, bus }: { readonly db: PostgresDatabase; readonly bus: WakeUpBus },
  caller: Caller,
  input: Omit<LeaseInput, "taskId">,
  { waitMs, ended }: { readonly waitMs: number; readonly ended: AbortSignal },
): Promise<WorkflowTask[]> {
  requireRight(caller, "update", { typePath: taskKindName }, "list");
  const orgId = caller.org.id;
  const place = { topic: awaitedTopic, key: awaitedKey(orgId, input.action) };
  const deadline = Date.now() + waitMs;
  for (;;) {
    const leftMs = Math.min(lookAgainMs, deadline - Date.now());
    // Subscribes before the query, so that nothing is missed in between.
    const reported = leftMs > 0 ? nextHint(bus, place, leftMs, ended) : undefined;
    // To a task token, other tasks do not exist.
    const leased = await db.transaction((tx) => takeLeases(tx, orgId, { ...input, taskId: caller.taskId }));
    if (leased.length > 0 || reported === undefined) {
      return leased;
    }
    await reported;
    // A disconnected worker must not hold tasks.
    if (ended.aborted) {
      return [];
    }
  }
}

/** Extends the lease of a task from now, or releases it so that another worker can claim it at once. */
export async function renewLease(
  { db, bus }: { readonly db: PostgresDatabase; readonly bus: WakeUpBus },
  caller: Caller,
  renewal: LeaseRenewal,
): Promise<WorkflowTask> {
  requireCallbackRight(caller, renewal.taskId);
  const orgId = caller.org.id;
  return db.transaction(async (tx) => {
    const renewed = await prolongLease(tx, orgId, renewal);
    if (renewed === undefined) {
      throw refusal(renewal.taskId, await findTask(tx, orgId, renewal.taskId));
    }
    if (renewal.leaseSeconds === 0) {
      tx.afterCommit(() => bus.publish(awaitedTopic, awaitedKey(orgId, renewed.action)));
    }
    return renewed;
  });
}

interface HandBack {
  readonly taskId: string;
  readonly workerId: string;
  readonly logs?: string | readonly string[] | undefined;
}

/** The worker hands the task back, to be tried later. Its retries are not used up, and its timeout continues. */
export function releaseTask(
  services: ProcessServices,
  caller: Caller,
  { afterSeconds, reason, ...back }: HandBack & { readonly afterSeconds: number; readonly reason: string },
): Promise<WorkflowTask> {
  return handBack(services, caller, { ...back, line: reason }, async (tx, { processState, now }, task) => {
    const until = new Date(now.getTime() + afterSeconds * 1_000);
    await postponeLease(tx, caller.org.id, task.id, until);
    const released = {
      ...task,
      subtext: reason,
      lease: { workerId: null, attempt: task.attempt, until },
      // No worker sends heartbeats until then.
      heartbeatDeadline: heartbeatDeadlineOf(task, until),
    };
    return { ...replaceTask(processState, released), process: { ...processState.process, subtext: reason } };
  });
}

/** The worker failed: like an error of the service's own actions, the task is retried or fails. */
export function failTask(
  services: ProcessServices,
  caller: Caller,
  { message, ...back }: HandBack & { readonly message: string },
): Promise<WorkflowTask> {
  return handBack(services, caller, { ...back, line: message }, async (tx, { processState, now }, task) => {
    const { definition } = await services.versions.versionOf(tx, caller.org.id, processState.process);
    const failure = { code: "error", message } as const;
    return breakRun(processState, task, { failure, definition: definitionOf(definition.tasks, task.position), now });
  });
}

/** Changes a task that the worker holds. Its last log line says why. */
async function handBack(
  services: ProcessServices,
  caller: Caller,
  { taskId, workerId, logs, line }: HandBack & { readonly line: string },
  change: (tx: Transaction, locked: LockedProcess, task: WorkflowTask) => Promise<ProcessState>,
): Promise<WorkflowTask> {
  requireCallbackRight(caller, taskId);
  const orgId = caller.org.id;
  const changed = await updateProcess(services, orgId, { taskId }, async (tx, { processState, now }) => {
    const before = requireTask(processState, taskId);
    if (
      before.status !== "awaiting" ||
      before.lease?.workerId !== workerId ||
      before.lease.attempt !== before.attempt
    ) {
      throw refusal(taskId, before);
    }
    const task = await appendLines(tx, orgId, before, stampLines(fittingLines(before, logs, line), now));
    return {
      processState: await change(tx, { processState: replaceTask(processState, task), now }, task),
      result: undefined,
    };
  });
  if (changed === undefined) {
    throw notFound(taskKindName, taskId);
  }
  return requireTask(changed.processState, taskId);
}

/** Full logs must not keep a worker from handing its task back: the last line is also shown on the task. */
function fittingLines(task: WorkflowTask, logs: HandBack["logs"], line: string): readonly string[] {
  const error = validateLines(task, logs);
  if (error !== undefined) {
    throw invalidField("#/logs", error);
  }
  const sent = typeof logs === "string" ? [logs] : (logs ?? []);
  const all = [...sent, line];
  return validateLines(task, all) === undefined ? all : sent;
}

function refusal(taskId: string, task: WorkflowTask | undefined) {
  if (task === undefined) {
    return notFound(taskKindName, taskId);
  }
  if (task.status !== "awaiting") {
    return conflict(`The task does not wait for a callback: it is ${task.status}. Stop working on it.`);
  }
  const lease = leaseInForce(task, new Date());
  if (lease?.workerId === null) {
    return conflict(`The task was released until ${lease.until.toISOString()}. Stop working on it.`);
  }
  return lease === undefined
    ? conflict("This worker does not hold the lease of the task. Claim it with POST /event-workflow-tasks/claims.")
    : conflict("Another worker holds the lease of the task. Stop working on it.");
}
