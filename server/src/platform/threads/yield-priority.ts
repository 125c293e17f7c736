import { setPriority } from "node:os";

// The niceness of background work; that of the other threads is 0.
const niceness = 5;

/**
 * Called in a thread that runs what tenants write or load: the threads that serve requests come first when all cores
 * are busy. Only Linux supports a priority for single threads; elsewhere it would apply to the whole process.
 */
export function yieldPriority(): void {
  if (process.platform === "linux") {
    setPriority(niceness);
  }
}
