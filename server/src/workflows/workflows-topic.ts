/** On which nodes are told that something of an org may be begun or run. */
export const workflowsTopic = "workflows";

/** On which nodes are told that a process has changed: those who wait for its end look again. */
export const processesTopic = "processes";

/** On which nodes are told that a process was canceled: whoever runs a task of it stops. */
export const cancellationsTopic = "canceled processes";
