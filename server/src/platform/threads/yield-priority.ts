import { setPriority } from "node:os";

// The niceness of what is done beside the calls; that of the other threads is 0.
const niceness = 5;

/**
 * To be called in a thread that runs what tenants write or load: the threads that serve calls come first when all cores
 * are busy. Only Linux knows a priority of single threads; elsewhere the whole process would get it.
 */
export function yieldPriority(): void {
  if (process.platform === "linux") {
    setPriority(niceness);
  }
}
