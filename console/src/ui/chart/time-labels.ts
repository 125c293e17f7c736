import { dayMs, hourMs } from "../durations.ts";
import { formatTimeAs } from "../format.ts";
/** The duration of one point. */
export type Bucket = "minute" | "hour" | "day" | "week" | "month";

/** For points without a bucket: the smallest distance between two. */
export function guessBucket(times: readonly number[]): Bucket {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const smallest = gaps.length === 0 ? dayMs : Math.min(...gaps);
  if (smallest < hourMs) return "minute";
  if (smallest < 23 * hourMs) return "hour";
  if (smallest < 6 * dayMs) return "day";
  return smallest < 27 * dayMs ? "week" : "month";
}

/** The full name of a point, for the tooltip and the table. */
export function nameBucket(time: number, bucket: Bucket): string {
  switch (bucket) {
    case "minute":
    case "hour":
      return formatTimeAs("weekdayTime", time);
    case "day":
      return formatTimeAs("weekday", time);
    case "week":
      return `Week of ${formatTimeAs("weekday", time)}`;
    case "month":
      return formatTimeAs("month", time);
  }
}

/** The short name of a point, for the axis: midnight is named by its day. */
export function labelBucket(time: number, bucket: Bucket): string {
  const at = new Date(time);
  if (bucket === "month") return formatTimeAs("month", time);
  const isClock = bucket === "minute" || bucket === "hour";
  return isClock && !isMidnight(at) ? formatTimeAs("hour", time) : formatTimeAs("dayOfMonth", time);
}

function isMidnight(at: Date): boolean {
  return at.getHours() === 0 && at.getMinutes() === 0;
}

export interface AxisLabel {
  readonly index: number;
  readonly text: string;
}

const letterPx = 6.4;
const gapPx = 14;

/** As many labels as fit, at even distances; hours at round ones. */
export function fitLabels(
  times: readonly number[],
  positions: readonly number[],
  bucket: Bucket,
): readonly AxisLabel[] {
  const labels = times.map((time, index) => ({ index, text: labelBucket(time, bucket) }));
  const roomPx = Math.max(0, ...labels.map(({ text }) => text.length)) * letterPx + gapPx;
  for (const stride of [1, 2, 3, 6, 12, 24]) {
    const kept = labels.filter(({ index }) => isOnStride(times[index] ?? 0, index, { bucket, stride }));
    if (kept.length > 0 && fits(kept, positions, roomPx)) return kept;
  }
  const coarse = labels.filter(({ index }) => isOnStride(times[index] ?? 0, index, { bucket, stride: 24 }));
  return thin(coarse.length > 0 && bucket === "hour" ? coarse : labels, positions, roomPx);
}

function isOnStride(time: number, index: number, { bucket, stride }: { bucket: Bucket; stride: number }): boolean {
  return (bucket === "hour" ? new Date(time).getHours() : index) % stride === 0;
}

function fits(labels: readonly AxisLabel[], positions: readonly number[], roomPx: number): boolean {
  return labels.every((label, place) => {
    const before = labels[place - 1];
    return before === undefined || distance(before, label, positions) >= roomPx;
  });
}

function thin(labels: readonly AxisLabel[], positions: readonly number[], roomPx: number): readonly AxisLabel[] {
  const kept: AxisLabel[] = [];
  for (const label of labels) {
    const before = kept.at(-1);
    if (before === undefined || distance(before, label, positions) >= roomPx) kept.push(label);
  }
  return kept;
}

function distance(before: AxisLabel, label: AxisLabel, positions: readonly number[]): number {
  return (positions[label.index] ?? 0) - (positions[before.index] ?? 0);
}
