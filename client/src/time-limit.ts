/** Timers count no further, and fire at once when they are asked to. */
const timerMaxMs = 2 ** 31 - 1;

/** Whether so much time is ever up: 0 means no limit, and so does what is longer than three weeks. */
export function isTimeLimit(timeoutMs: number): boolean {
  return timeoutMs > 0 && timeoutMs <= timerMaxMs;
}
