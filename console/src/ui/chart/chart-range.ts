import { dayMs, hourMs } from "../durations.ts";
export const chartRanges = ["24h", "7d", "30d"] as const;
export type ChartRange = (typeof chartRanges)[number];

export const chartRangeLabels: Readonly<Record<ChartRange, string>> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

/** The start of a range: a full hour, or midnight in the user's time zone, so that no bar is cut. */
export function startOf(range: ChartRange, now: Date): string {
  if (range === "24h") {
    const hour = Math.floor(now.getTime() / hourMs) * hourMs;
    return new Date(hour - 23 * hourMs).toISOString();
  }
  const days = range === "7d" ? 6 : 29;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).toISOString();
}

export function startOfToday(now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
}

/** Hours up to two days, then days, weeks and months: never more bars than can be distinguished. */
export function intervalOf(
  { from, to }: { readonly from: string; readonly to?: string },
  nowMs: number,
): "hour" | "day" | "week" | "month" {
  const lengthMs = (to === undefined ? nowMs : Date.parse(to)) - Date.parse(from);
  if (lengthMs <= 2 * dayMs) return "hour";
  if (lengthMs <= 100 * dayMs) return "day";
  return lengthMs <= 730 * dayMs ? "week" : "month";
}
