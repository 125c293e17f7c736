import { setTimeout as delay } from "node:timers/promises";

/** Waits for a condition, and fails with its name if it does not become true in time. Looks less often later. */
export async function waitUntil(
  name: string,
  isTrue: () => Promise<boolean> | boolean,
  timeoutMs = 30_000,
): Promise<void> {
  const startedOn = Date.now();
  while (!(await isTrue())) {
    const waitedMs = Date.now() - startedOn;
    if (waitedMs > timeoutMs) {
      throw new Error(`Timed out waiting until: ${name}`);
    }
    await delay(Math.min(Math.max(20, waitedMs / 10), 200));
  }
}
