import type { WorkflowTask } from "../process-state/process-state.ts";

/** Undefined if no worker holds the task. */
export function leaseInForce(
  { status, attempt, lease }: WorkflowTask,
  now: Date,
): { readonly workerId: string; readonly until: Date } | undefined {
  if (lease === null || lease.until === null) {
    return undefined;
  }
  const { workerId, until } = lease;
  return status === "awaiting" && lease.attempt === attempt && until > now ? { workerId, until } : undefined;
}
