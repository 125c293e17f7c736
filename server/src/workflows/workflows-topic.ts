/** On which nodes are told that something of an org may be begun or run. */
export const workflowsTopic = "workflows";

/** On which nodes are told that a process has changed: those who wait for its end look again. */
export const processesTopic = "processes";

/** On which nodes are told that a task waits for its callback and nobody holds it: who looks for work looks again. */
export const awaitedTopic = "awaited tasks";

/** Workers ask for the tasks of one action. */
export function awaitedKey(orgId: string, action: string): string {
  return `${orgId} ${action}`;
}

/** On which nodes are told that a process was canceled: whoever runs a task of it stops. */
export const cancellationsTopic = "canceled processes";
