/** Notifies nodes that an org may have processes to start or tasks to run. */
export const workflowsTopic = "workflows";

/** Notifies nodes that a process has changed: requests that wait for its end check again. */
export const processesTopic = "processes";

/** Notifies nodes that an unclaimed task awaits its callback: waiting claims check again. */
export const awaitedTopic = "awaited tasks";

/** Workers claim the tasks of one action. */
export function awaitedKey(orgId: string, action: string): string {
  return `${orgId} ${action}`;
}

/** Notifies nodes that a process was canceled: a node that runs one of its tasks aborts it. */
export const cancellationsTopic = "canceled processes";
