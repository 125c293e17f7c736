import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { PostgresDatabase } from "../../platform/database/database.ts";
import { nextHint } from "../../platform/database/next-hint.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { taskKindName } from "../workflow.ts";
import { awaitedKey, awaitedTopic } from "../workflows-topic.ts";
import { type LeaseInput, takeLeases } from "./task-lease-store.ts";

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
