export const quickRanges = ["1h", "24h", "7d", "30d"] as const;
export type QuickRange = (typeof quickRanges)[number];

export const formatRange: Readonly<Record<QuickRange, string>> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

const hourMs = 3_600_000;
const rangeMs: Readonly<Record<QuickRange, number>> = {
  "1h": hourMs,
  "24h": 24 * hourMs,
  "7d": 7 * 24 * hourMs,
  "30d": 30 * 24 * hourMs,
};

interface GivenTimes {
  readonly range?: QuickRange | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface Times {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The start and end of a search. Exact times override a quick range; invalid times are ignored. */
export function timesOf({ range, from, to }: GivenTimes, nowMs: number): Times {
  const exact = { from: readTime(from), to: readTime(to) };
  if (exact.from !== undefined || exact.to !== undefined || range === undefined) return exact;
  return { from: new Date(nowMs - rangeMs[range]).toISOString(), to: undefined };
}

function readTime(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** The times of the chart above the list, which needs a start. Default: the last 30 days. */
export function chartTimesOf(given: GivenTimes, nowMs: number): { readonly from: string; readonly to?: string } {
  const { from, to } = timesOf(given, nowMs);
  const end = to === undefined ? nowMs : Date.parse(to);
  const start = from ?? new Date(end - rangeMs["30d"]).toISOString();
  // The range of a chart must not be empty.
  const begins = Date.parse(start) < end ? start : new Date(end - hourMs).toISOString();
  return { from: begins, ...(to === undefined ? {} : { to }) };
}

/** A local time for a browser field: 2026-03-01T08:30. */
export function toLocalField(time: string | undefined): string {
  const at = new Date(time ?? "");
  if (Number.isNaN(at.getTime())) return "";
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export function fromLocalField(text: string): string | undefined {
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
