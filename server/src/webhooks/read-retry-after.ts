const dayMs = 86_400_000;

/** How long a receiver wants to be left alone, by the header Retry-After: seconds or a date. At most a day. */
export function readRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  const waitMs = /^\d{1,12}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), dayMs);
}
