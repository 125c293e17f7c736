/** The maximum of timers, which fire immediately above it. */
const timerMaxMs = 2 ** 31 - 1;

/** Whether the time limit applies: 0 means no limit, and so does more than three weeks. */
export function isTimeLimit(timeoutMs: number): boolean {
  return timeoutMs > 0 && timeoutMs <= timerMaxMs;
}

export interface Ending {
  readonly signal: AbortSignal;
  stopClock(): void;
  letGo(): void;
}

/**
 * Aborts with the caller's signal or on timeout. AbortSignal.any would leak: each one stays registered with a signal that
 * lives as long as the program; a stream releases it when it has ended.
 */
export function endedBy(signal: AbortSignal | undefined, timeoutMs: number): Ending {
  const ending = new AbortController();
  const abort = () => ending.abort(signal?.reason);
  const timer = isTimeLimit(timeoutMs) ? setTimeout(() => ending.abort(), timeoutMs) : undefined;
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return {
    signal: ending.signal,
    stopClock: () => clearTimeout(timer),
    letGo: () => signal?.removeEventListener("abort", abort),
  };
}

/** The end of a call with all its attempts and waits. */
export interface Deadline {
  readonly deadlineMs: number;
  readonly endsOnMs: number;
}

/** 0 means none. */
export function deadlineIn(deadlineMs: number): Deadline | undefined {
  return isTimeLimit(deadlineMs) ? { deadlineMs, endsOnMs: Date.now() + deadlineMs } : undefined;
}

/** At least 1: 0 would mean no limit. */
export function remainingMs({ endsOnMs }: Deadline): number {
  return Math.max(1, endsOnMs - Date.now());
}
