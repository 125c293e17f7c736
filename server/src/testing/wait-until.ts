import { setTimeout as delay } from "node:timers/promises";

/** Waits for a condition, and fails with its name if it does not become true in time. */
export async function waitUntil(
  name: string,
  isTrue: () => Promise<boolean> | boolean,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) {
      throw new Error(`Waited in vain: ${name}`);
    }
    await delay(20);
  }
}
