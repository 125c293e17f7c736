import type { Caller } from "../../access/caller.ts";
import { conflict, notFound } from "../../errors.ts";
import type { PostgresDatabase } from "../../platform/database/database.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import { requireCallbackRight } from "../callbacks/require-callback-right.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { findTask } from "../process-state/process-state-store.ts";
import { taskKindName } from "../workflow.ts";
import { awaitedKey, awaitedTopic } from "../workflows-topic.ts";
import { leaseInForce } from "./lease-in-force.ts";
import { type LeaseRenewal, prolongLease } from "./task-lease-store.ts";

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
