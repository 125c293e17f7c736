/** Tests do not wait eight seconds for a node to count as dead. */
export const quickHeartbeat = { beatMs: 100, silentSeconds: 1.5 };
