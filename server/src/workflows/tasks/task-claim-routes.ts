import { eventWorkflowTaskClaimOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { PostgresDatabase } from "../../platform/database/database.ts";
import { nextHint, type WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { conflict, notFound } from "../../platform/errors.ts";
import { entityTag } from "../../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import { requireCallbackRight } from "../callbacks/receive-callback.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { findTask } from "../process-state/process-state-store.ts";
import { awaitedKey, awaitedTopic, taskKindName } from "../workflow.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { leaseInForce, listedLinesMax, presentTasks } from "./read-task.ts";
import { type LeaseInput, type LeaseRenewal, prolongLease, takeLeases } from "./task-store.ts";

const route = routesFor<Caller>();

/**
 * External workers claim tasks and renew their leases. A worker sees the same of a task as by reading it: callers with
 * the right to call back see the task, and its input if they may also read the trigger of its process.
 */
export function taskClaimRoutes(services: ProcessServices): Route[] {
  const { claim, renew } = eventWorkflowTaskClaimOperations;
  const { db } = services;
  return [
    route(claim, async ({ caller, body: { wait, names, ...input }, ended }) => {
      const leased = await leaseTasks(services, caller, { ...input, names }, { waitMs: wait * 1_000, ended });
      const results = await presentTasks(db, caller, leased, listedLinesMax);
      return { status: 200, body: new JsonText(JSON.stringify({ results })) };
    }),
    route(renew, async ({ caller, params, body }) => {
      const task = await renewLease(services, caller, { taskId: params.id, ...body });
      const [shown] = await presentTasks(db, caller, [task], listedLinesMax);
      return { status: 200, headers: entityTag(task.version), body: new JsonText(JSON.stringify(shown)) };
    }),
  ];
}

// A notification may be lost, and an expired lease sends none.
const lookAgainMs = 1_000;

/** Leases unclaimed tasks to the worker, at once or as soon as there are any before the timeout. */
async function leaseTasks(
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
async function renewLease(
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

function refusal(taskId: string, task: WorkflowTask | undefined) {
  if (task === undefined) {
    return notFound(taskKindName, taskId);
  }
  if (task.status !== "awaiting") {
    return conflict(`The task does not wait for a callback: it is ${task.status}. Stop working on it.`);
  }
  return leaseInForce(task, new Date()) === undefined
    ? conflict("This worker does not hold the lease of the task. Claim it with POST /event-workflow-tasks/claims.")
    : conflict("Another worker holds the lease of the task. Stop working on it.");
}
