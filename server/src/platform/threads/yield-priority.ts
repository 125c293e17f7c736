import { getPriority, setPriority } from "node:os";

// How much nicer background work is than the threads that serve requests.
const difference = 5;
const niceMax = 19;

/**
 * Called in a thread that runs what tenants write or load: the threads that serve requests come first when all cores
 * are busy. Only Linux supports a priority for single threads; elsewhere it would apply to the whole process.
 */
export function yieldPriority(): void {
  if (process.platform === "linux") {
    // Relative to the service's own, which may run with a lower priority: only root may raise one.
    setPriority(Math.min(niceMax, getPriority() + difference));
  }
}
