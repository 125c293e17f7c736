import type { Caller } from "../../access/caller.ts";
import { nextHint } from "../../platform/database/next-hint.ts";
import { hasLoadEnded, type Load } from "../load.ts";
import type { LoadServices } from "../load-services.ts";
import { loadsTopic } from "../loads-topic.ts";
import { requireLoad, requireLoadRight } from "./load-access.ts";

// Notifications may be lost, so the load is also polled.
const lookAgainMs = 1_000;

/** The current load, or its final state if it ends within the timeout. */
export async function watchLoad(
  { db, bus }: Pick<LoadServices, "db" | "bus">,
  caller: Caller,
  id: string,
  { waitMs, ended }: { readonly waitMs: number; readonly ended: AbortSignal },
): Promise<Load> {
  requireLoadRight(caller, "read", id);
  const deadline = Date.now() + waitMs;
  let load = await requireLoad(db, caller, id);
  while (isInProgress(load) && Date.now() < deadline && !ended.aborted) {
    await nextHint(bus, { topic: loadsTopic, key: id }, Math.min(lookAgainMs, deadline - Date.now()), ended);
    load = await requireLoad(db, caller, id);
  }
  return load;
}

function isInProgress(load: Load): boolean {
  return !hasLoadEnded(load) || load.undo?.status === "pending" || load.undo?.status === "running";
}
