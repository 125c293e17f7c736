export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The time so many milliseconds ago, as the service expects it. */
export function timeBefore(lengthMs: number, nowMs = Date.now()): string {
  return new Date(nowMs - lengthMs).toISOString();
}

/** The start of the minute, so that what depends on it stays the same for a while. */
export function startOfMinute(ms: number): number {
  return Math.floor(ms / minuteMs) * minuteMs;
}
