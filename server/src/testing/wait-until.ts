import { setTimeout as delay } from "node:timers/promises";

// On a machine that has stood still the time is over before what was waited for had a chance to come.
const looksMin = 100;

/** Waits for a condition, and fails with its name when it does not come true in time. */
export async function waitUntil(
  name: string,
  isTrue: () => Promise<boolean> | boolean,
  timeoutMs = 10_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let looks = 1; !(await isTrue()); looks++) {
    if (Date.now() > deadline && looks >= looksMin) {
      throw new Error(`Waited in vain: ${name}`);
    }
    await delay(20);
  }
}
