/** The maximum of timers, which fire immediately above it. */
const timerMaxMs = 2 ** 31 - 1;

/** Whether the time limit applies: 0 means no limit, and so does more than three weeks. */
export function isTimeLimit(timeoutMs: number): boolean {
  return timeoutMs > 0 && timeoutMs <= timerMaxMs;
}
