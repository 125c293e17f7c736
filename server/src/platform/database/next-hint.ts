import type { WakeUpBus } from "./wake-up-bus.ts";

/** Answered when something is told of the key, or might have been, when the time is over, or when nobody waits any more. */
export function nextHint(
  bus: WakeUpBus,
  { topic, key }: { readonly topic: string; readonly key: string },
  timeoutMs: number,
  ended: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      unsubscribe();
      ended.removeEventListener("abort", wake);
      resolve();
    };
    const unsubscribe = bus.subscribe(topic, (reported) => {
      if (reported === key || reported === "") {
        wake();
      }
    });
    const timer = setTimeout(wake, timeoutMs);
    ended.addEventListener("abort", wake);
  });
}
