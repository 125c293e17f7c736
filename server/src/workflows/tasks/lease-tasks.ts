import type { Caller } from "../../access/caller.ts";
import { requireRight } from "../../access/decide.ts";
import type { PostgresDatabase } from "../../platform/database/database.ts";
import { nextHint } from "../../platform/database/next-hint.ts";
import type { WakeUpBus } from "../../platform/database/wake-up-bus.ts";
import type { WorkflowTask } from "../process-state/process-state.ts";
import { taskKindName } from "../workflow.ts";
import { awaitedKey, awaitedTopic } from "../workflows-topic.ts";
import { type LeaseInput, takeLeases } from "./task-lease-store.ts";

// A hint may be lost, and nobody tells that a lease has run out.
const lookAgainMs = 1_000;

/** Gives the worker tasks that nobody holds, at once or as soon as there are any within the time. */
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
    // Listens before it looks, so that nothing is missed in between.
    const reported = leftMs > 0 ? nextHint(bus, place, leftMs, ended) : undefined;
    // A token that is good for one task knows of no other.
    const leased = await db.transaction((tx) => takeLeases(tx, orgId, { ...input, taskId: caller.taskId }));
    if (leased.length > 0 || reported === undefined) {
      return leased;
    }
    await reported;
    // Whoever has gone would hold tasks in vain.
    if (ended.aborted) {
      return [];
    }
  }
}
