import type { Caller } from "../access/caller.ts";
import { hasEnded, type Load } from "./load.ts";
import { requireLoad, requireLoadRight } from "./load-access.ts";
import type { LoadServices } from "./load-services.ts";
import { loadsTopic } from "./progress-meter.ts";

// A hint may be lost.
const lookAgainMs = 1_000;

/** The load as it is, or as it is when it has ended, if that is within the time. */
export async function watchLoad(
  { db, bus }: Pick<LoadServices, "db" | "bus">,
  caller: Caller,
  id: string,
  { waitMs, ended }: { readonly waitMs: number; readonly ended: AbortSignal },
): Promise<Load> {
  requireLoadRight(caller, "read", id);
  const deadline = Date.now() + waitMs;
  let load = await requireLoad(db, caller, id);
  while (isUnderWay(load) && Date.now() < deadline && !ended.aborted) {
    await nextHint(bus, id, Math.min(lookAgainMs, deadline - Date.now()), ended);
    load = await requireLoad(db, caller, id);
  }
  return load;
}

function isUnderWay(load: Load): boolean {
  return !hasEnded(load) || load.undo?.status === "pending" || load.undo?.status === "running";
}

function nextHint(bus: LoadServices["bus"], id: string, timeoutMs: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      unsubscribe();
      ended.removeEventListener("abort", wake);
      resolve();
    };
    const unsubscribe = bus.subscribe(loadsTopic, (advanced) => {
      if (advanced === id || advanced === "") {
        wake();
      }
    });
    const timer = setTimeout(wake, timeoutMs);
    ended.addEventListener("abort", wake);
  });
}
