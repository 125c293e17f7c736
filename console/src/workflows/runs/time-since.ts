export const sinceChoices = ["hour", "day", "week", "month"] as const;
export type Since = (typeof sinceChoices)[number];

const lengths: Readonly<Record<Since, number>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
};

export const formatSince: Readonly<Record<Since, string>> = {
  hour: "The last hour",
  day: "The last day",
  week: "The last week",
  month: "The last 30 days",
};

/** Rounded to a minute, so that the query stays the same for a while. */
export function timeSince(since: Since, nowMs: number): string {
  const minuteMs = 60_000;
  return new Date(Math.floor((nowMs - lengths[since]) / minuteMs) * minuteMs).toISOString();
}
