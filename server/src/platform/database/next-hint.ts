import type { WakeUpBus } from "./wake-up-bus.ts";

/**
 * Resolves when a message for the key arrives or may have been missed, after the timeout, or when the caller has ended.
 */
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
