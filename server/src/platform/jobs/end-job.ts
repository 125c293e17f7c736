import { setTimeout as delay } from "node:timers/promises";
import { isOutage } from "../problem.ts";

const recordAgainMs = 250;

/**
 * Records the result of a job, and waits for an unavailable database. A stopping node does not wait: its claims are
 * released once it is gone.
 */
export async function recordEnd(record: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await record();
    } catch (error) {
      if (!isOutage(error)) {
        throw error;
      }
      if (stopping.aborted) {
        return;
      }
      await delay(recordAgainMs, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

/** After attempt n in e^n seconds: 3 s, 7 s, 20 s, 55 s and so on, and from the tenth on in six hours. */
export function retryOn(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.exp(Math.min(attempts, 10)) * 1_000);
}

/** PostgreSQL does not store NUL characters. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll("\u0000", "");
}
